import type { FieldDeviation } from './deviation-spec.ts'
import { atField, fieldPath } from './field-path.ts'

/** Changes a field of a value, in place. A missing one stays missing. */
export function deviateField(value: unknown, deviation: FieldDeviation): void {
  atField(value, fieldPath(deviation.field) ?? [], (holder, name) => {
    if (deviation.kind === 'extra') {
      holder[name] = deviation.value
      return
    }
    if (!(name in holder)) return
    if (deviation.kind === 'type' || deviation.kind === 'range') {
      holder[name] = deviation.value === undefined ? otherType(holder[name]) : deviation.value
      return
    }
    if (deviation.kind === 'renamed') holder[deviation.to] = holder[name]
    delete holder[name]
  })
}

/** A number as its text, anything else as a number. */
const otherType = (value: unknown) => (typeof value === 'number' ? String(value) : 7)
