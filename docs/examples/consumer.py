"""Commission by gaming day and table, each event counted once: `python consumer.py SERVERS TOPIC FILE` runs until it is stopped.

What is counted and how far it has been counted are one transaction in FILE, so it may be killed at any time and started again.
"""

import json
import sqlite3
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from kafka import KafkaConsumer, TopicPartition

SCHEMAS = Path(__file__).parents[1] / "schemas"
COUNTED = [json.loads((SCHEMAS / f"{game}.commission-taken.v1.json").read_text("utf-8")) for game in ("holdem", "baccarat")]
COMMISSION = {schema["$id"]: Draft202012Validator(schema) for schema in COUNTED}

servers, topic, file = sys.argv[1:]
db = sqlite3.connect(file)
db.execute("CREATE TABLE IF NOT EXISTS seen (partition PRIMARY KEY, sequence, next_offset)")
db.execute("CREATE TABLE IF NOT EXISTS commission (gaming_day, source, amount, PRIMARY KEY (gaming_day, source))")
seen = {partition: (sequence, offset) for partition, sequence, offset in db.execute("SELECT * FROM seen")}

# No group and no commits: the position is in FILE. Where an offset is out of range, the topic was filled again: from its beginning.
consumer = KafkaConsumer(bootstrap_servers=servers, group_id=None, enable_auto_commit=False, auto_offset_reset="earliest")
consumer.assign([TopicPartition(topic, number) for number in consumer.partitions_for_topic(topic)])
unchecked = {at for at in consumer.assignment() if at.partition in seen}
for at in consumer.assignment():
    consumer.seek(at, seen[at.partition][1] - 1 if at in unchecked else 0)

while True:
    for at, records in consumer.poll(timeout_ms=1_000).items():
        last, offset = seen.get(at.partition, (0, 0))
        with db:  # one transaction, or nothing if an event is not as its schema says
            for record in records:
                headers = {name: value.decode() for name, value in record.headers}
                sequence = int(headers["ce_sequence"])
                if at in unchecked:  # an offset says nothing in a topic that was filled again: is this the event that was seen last?
                    unchecked.remove(at)
                    if sequence != last:
                        consumer.seek(at, 0)
                        break
                if sequence <= last:  # it has come before
                    continue
                if schema := COMMISSION.get(headers["ce_dataschema"]):
                    fact = json.loads(record.value)
                    schema.validate(fact)
                    db.execute(
                        "INSERT INTO commission VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = amount + excluded.amount",
                        (headers["ce_gamingday"], headers["ce_source"], fact["amount"]),
                    )
                last, offset = sequence, record.offset + 1
            db.execute("REPLACE INTO seen VALUES (?, ?, ?)", (at.partition, last, offset))
        seen[at.partition] = (last, offset)
