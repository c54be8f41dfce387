"""Deciders: what becomes of a fact against the notes it was offered, and the guards over them."""

from core.deciding.guards import enforce
from core.deciding.rules import RulesDecider
from core.deciding.terms import Terms, claim_terms, comparable_terms

__all__ = ["RulesDecider", "Terms", "claim_terms", "comparable_terms", "enforce"]
