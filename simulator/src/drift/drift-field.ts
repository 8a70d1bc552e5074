import type { FieldDrift } from './drift-spec.ts'
import { atField, fieldPath } from './field-path.ts'

/** Lets a field of a value drift, in place. What is not there stays as it is. */
export function driftField(value: unknown, drift: FieldDrift): void {
  atField(value, fieldPath(drift.field) ?? [], (holder, name) => {
    if (drift.drift === 'extra') {
      holder[name] = drift.value
      return
    }
    if (!(name in holder)) return
    if (drift.drift === 'type' || drift.drift === 'range') {
      holder[name] = drift.value === undefined ? otherType(holder[name]) : drift.value
      return
    }
    if (drift.drift === 'renamed') holder[drift.to] = holder[name]
    delete holder[name]
  })
}

/** A number as its text, anything else as a number. */
const otherType = (value: unknown) => (typeof value === 'number' ? String(value) : 7)
