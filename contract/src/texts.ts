import { z } from 'zod'
import { LIMITS } from './limits.ts'

/**
 * Texts that people write. Control characters, lone surrogates and invisible characters that turn or hide others (marks
 * of direction, zero-width spaces, annotations) are refused; the two joiners, which scripts and emoji need, are
 * allowed. The rule applies to input: replies may hold older texts.
 */
const INVISIBLE = String.raw`\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb`
const CONTROLS_BUT_BREAKS = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f`
const BREAKS = String.raw`\t\n\r\u2028\u2029`

/** Means the same with the flag u and without it: tools that read a JSON Schema differ in that. */
const textWithout = (refused: string) =>
  new RegExp(String.raw`^(?:[^${refused}\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$`)
const LINES = textWithout(CONTROLS_BUT_BREAKS + INVISIBLE)
const ONE_LINE = textWithout(BREAKS + CONTROLS_BUT_BREAKS + INVISIBLE)

const ONE_LINE_RULE = 'one line, without control characters and invisible marks'
const LINES_RULE = 'no control characters and no invisible marks'
const LOGIN_NAME_RULE = 'digits, letters and underscores only'

/** A name or another text of one line, without the spaces around it. Lengths are UTF-16 units. */
export const oneLine = (min: number, max: number) =>
  z.string().trim().min(min).max(max).regex(ONE_LINE, ONE_LINE_RULE)

/** A text of others as `oneLine` takes it: without what is refused there, and not longer. It may come out empty. */
export function asOneLine(text: string, max: number): string {
  const kept = text
    .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replace(/\p{C}/gu, '')
    .trim()
  let cut = ''
  for (const character of kept) {
    if (cut.length + character.length > max) break
    cut += character
  }
  return cut.trim()
}

/** A remark or another text of several lines, without the spaces around it. */
export const lines = (min: number, max: number) =>
  z.string().trim().min(min).max(max).regex(LINES, LINES_RULE)

/** A new login name: its length and its characters are stated. */
export const newLoginName = z
  .string()
  .trim()
  .min(LIMITS.loginNameMin)
  .max(LIMITS.loginNameMax)
  .regex(LIMITS.loginNamePattern, LOGIN_NAME_RULE)

export type TextRule = 'oneLine' | 'lines' | 'loginName'

const RULES: Readonly<Record<string, TextRule>> = {
  [ONE_LINE_RULE]: 'oneLine',
  [LINES_RULE]: 'lines',
  [LOGIN_NAME_RULE]: 'loginName',
}

/** Which of the rules of texts an issue of a schema is about; undefined: none. */
export function brokenTextRule(issue: { code?: string; message: string }): TextRule | undefined {
  return issue.code === 'invalid_format' ? RULES[issue.message] : undefined
}
