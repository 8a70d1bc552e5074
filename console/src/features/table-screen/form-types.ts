import type { ReactElement } from 'react'
import type { z } from 'zod'

export type FormValues = Record<string, unknown>

export type FormTreeNode = { value: number; title: string; children: FormTreeNode[] }

type FieldBase<Values extends FormValues> = {
  name: keyof Values & string
  label: string
  help?: string
  /** Takes half of the dialog's width; two of them share a line. */
  half?: boolean
  /** Why it cannot be changed; undefined when it can. */
  disabledReason?: string | undefined
  /** Message when it is empty and required. Default: the common one. */
  missing?: string
  /** Message when the contract refuses its characters or value. Default: the common one. */
  invalid?: string
  /** Its schema, if the body has no key with its name. */
  schema?: z.ZodType
  /** A rule beyond the contract: its fault, or undefined. */
  check?(values: Values): string | undefined
  /** Checked again when these change. */
  dependsOn?: readonly (keyof Values & string)[]
}

export type FormField<Values extends FormValues = FormValues> = FieldBase<Values> &
  /** As much can be typed as the contract takes. */
  (
    | { kind: 'text'; autoComplete?: string; placeholder?: string }
    /** Several lines. */
    | { kind: 'lines'; rows: number }
    /** Within the contract's bounds. `least`: emptied, it is the least; left out: nothing. */
    | { kind: 'number'; least?: boolean; decimals?: number }
    /** `meter`: bars that show how strong it is. */
    | { kind: 'password'; meter?: boolean }
    | { kind: 'select'; options: readonly { value: number | string; label: string }[] }
    | { kind: 'tree'; nodes: FormTreeNode[] }
    | { kind: 'switch' }
    /** A control of the screen's own, given `value`, `onChange` and `id`. */
    | { kind: 'custom'; control: ReactElement }
  )

/**
 * A dialog to fill in, described by its fields. The contract limits the entries: `schema` checks `toBody`, and its keys
 * limit the fields of their names.
 */
export type FormDescription<Values extends FormValues = FormValues> = {
  title: string
  okText: string
  /** Pixels. */
  width?: number
  fields: readonly FormField<Values>[]
  initial: Values
  /** There is something to change: without a change there is nothing to save. */
  editing?: boolean
  /** The body that the call takes, by the contract. */
  schema: z.ZodObject
  /** Body for the entered values; faults are shown at the field of the same name. */
  toBody(values: Values): object
  /**
   * Answers the message when it is done, or undefined when the operator cancelled: the form stays then. Rejections are
   * shown in the dialog, which stays.
   */
  save(values: Values): Promise<string | undefined>
}

/**
 * A form of certain values as a table's action holds it, which knows no values: only the form itself reads them. The
 * compiler refuses, since it cannot know that nobody puts other values in.
 */
export function describeForm<Values extends FormValues>(form: FormDescription<Values>): FormDescription {
  return form as unknown as FormDescription
}
