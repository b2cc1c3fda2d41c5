"""`reconciliation.xlsx`: the run as a workbook, from one sheet that says how it ended to the proof that two people sign."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from services.reconcile.proof import proof_bytes
from services.reports.columns import CURRENCY, amounts, counts, texts
from services.reports.report import Report

_SUMMARY: Final = (*texts(rule="rule", title="compares", state="state"), *counts(checked="looked at", breaks="breaks"))
_PROOF: Final = (*texts(what="what"), CURRENCY, *amounts(amount="amount"), *counts(count="count"), *texts(text="text"))


def sheets(found: Mapping[str, Any], reports: Mapping[str, Report], proof: Mapping[str, Any]) -> dict[str, Report]:
    """By the name of the sheet. `found` is the summary of the run, `reports` its tables; every sheet says what the proof stands on."""
    about = {"root": proof["heads_root"], "policy": proof["policy"]["name"], "posting_rules": proof["posting_rules"]}
    tables = {name.replace("_", " "): report for name, report in reports.items()}
    first = next(iter(tables.values()))
    of_run = {
        "summary": replace(first, title="Reconciliation", subject=found["outcome"], columns=_SUMMARY, rows=found["rules"]),
        **tables,
        "proof": replace(first, title="Proof", columns=_PROOF, rows=list(_proved(proof))),
    }
    return {name: replace(report, name=name, head={**report.head, **about}) for name, report in of_run.items()}


def _proved(proof: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The proof part by part, and the hash of the whole."""
    yield {"what": "SHA-256 of proof.json", "text": sha256(proof_bytes(proof)).hexdigest()}
    for name in ("gaming_day", "heads_root", "day_root"):
        yield {"what": name.replace("_", " "), "text": proof[name]}
    for name in ("as_of", "events", "entries", "lines", "posting_rules"):
        yield {"what": name.replace("_", " "), "count": proof[name]}
    for severity, many in proof["breaks"].items():
        yield {"what": f"breaks, {severity}", "count": many}
    for total in proof["totals"]:
        for name in ("opening", "debits", "credits", "closing"):
            yield {"what": f"book {total['book']}, {name}", "currency": total["currency"], "amount": total[name]}
    for currency, amount in proof["ggr"].items():
        yield {"what": "gross gaming revenue", "currency": currency, "amount": amount}
    for name, digest in {**proof["inputs"], "policy " + proof["policy"]["name"]: proof["policy"]["sha256"]}.items():
        yield {"what": f"SHA-256 of {name}", "text": digest}
