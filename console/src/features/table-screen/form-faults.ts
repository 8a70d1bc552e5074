import { brokenTextRule } from '@backlot/contract/texts'
import type { z } from 'zod'
import type { Translate } from '../../language/language.ts'
import { rulesOf } from './field-rules.ts'
import type { FormDescription, FormField, FormValues } from './form-types.ts'

type Issue = z.core.$ZodIssue

/** The contract's schema of a field: its own, or that of the body's key with its name. */
export function schemaOf(schema: z.ZodObject, field: { name: string; schema?: z.ZodType }): unknown {
  return field.schema ?? schema.shape[field.name]
}

/** Fault in the characters of a text, when an issue concerns them. */
export function textFault(issue: Issue, t: Translate<'shell'>): string | undefined {
  const rule = brokenTextRule(issue)
  return rule && t(`form.${rule}`)
}

const isEmpty = (value: unknown) =>
  value == null ||
  (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0)

type Judged<Values extends FormValues> = Pick<
  FormField<Values>,
  'name' | 'check' | 'schema' | 'missing' | 'invalid'
>

/** Fault of a field of a form: first by its own rule, then by the contract; undefined when there is none. */
export function fieldFault<Values extends FormValues>(
  form: Pick<FormDescription<Values>, 'schema' | 'toBody'>,
  field: Judged<Values>,
  values: Values,
  t: Translate<'shell'>,
): string | undefined {
  const own = field.check?.(values)
  if (own !== undefined) return own
  const read = form.schema.safeParse(form.toBody(values))
  const issue = read.error?.issues.find(({ path }) => path[0] === field.name)
  if (!issue) return undefined
  if (field.missing !== undefined && isEmpty(values[field.name])) return field.missing
  if (issue.code === 'invalid_type') return t('form.required')
  const { minLength: min, maxLength: max } = rulesOf(schemaOf(form.schema, field))
  const isLength = issue.code === 'too_small' || issue.code === 'too_big'
  if (isLength && max !== undefined) return min ? t('form.length', { min, max }) : t('form.atMost', { max })
  return textFault(issue, t) ?? field.invalid ?? t('form.invalid')
}

/** Names of fields that differ from the form's initial values. */
function changedFields(initial: FormValues, values: FormValues): string[] {
  return Object.keys(initial).filter((name) => JSON.stringify(initial[name]) !== JSON.stringify(values[name]))
}

/** Whether anything differs from the form's initial values. */
export function isChanged(initial: FormValues, values: FormValues): boolean {
  return changedFields(initial, values).length > 0
}

/**
 * Changes that somebody else made to a record while its form was open (`initial` as it was then, `now` as it is): the
 * names of the fields, and the new values of those that the operator has not edited. The operator's entries stay.
 */
export function changedMeanwhile(initial: FormValues, entered: FormValues, now: FormValues) {
  const changed = changedFields(initial, now)
  const edited = new Set(changedFields(initial, entered))
  const untouched = Object.fromEntries(
    changed.filter((name) => !edited.has(name)).map((name) => [name, now[name]]),
  )
  return { changed, untouched }
}
