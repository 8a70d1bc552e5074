import type { Language } from '../../kernel/language.ts'
import { MESSAGES, type MessageKey, message } from '../../kernel/messages.ts'

type Template = { key: MessageKey; pattern: RegExp; names: readonly string[]; literal: number }

const PLACE = /\{(\w+)\}/
let known: { plain: ReadonlyMap<string, MessageKey>; templates: readonly Template[] } | undefined

/**
 * A text of MESSAGES in another language, for texts stored as they were answered. The values in it stay as they are;
 * any other text is answered unchanged.
 */
export function retold(text: string, language: Language): string {
  known ??= learn()
  const plain = known.plain.get(text)
  if (plain) return message(plain, language)
  for (const { key, pattern, names } of known.templates) {
    const found = pattern.exec(text)
    if (found)
      return message(key, language, Object.fromEntries(names.map((name, i) => [name, found[i + 1]!])))
  }
  return text
}

function learn(): NonNullable<typeof known> {
  const plain = new Map<string, MessageKey>()
  const templates: Template[] = []
  for (const [key, texts] of Object.entries(MESSAGES) as [MessageKey, Record<Language, string>][])
    for (const text of [texts.en, texts.zh]) {
      if (PLACE.test(text)) templates.push(templateOf(key, text))
      else plain.set(text, key)
    }
  // The most specific text first: others may be a part of it.
  templates.sort((a, b) => b.literal - a.literal)
  return { plain, templates }
}

function templateOf(key: MessageKey, text: string): Template {
  const parts = text.split(PLACE)
  const names = parts.filter((_, i) => i % 2 === 1)
  const literals = parts.filter((_, i) => i % 2 === 0)
  const pattern = literals.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+?)')
  return { key, pattern: new RegExp(`^${pattern}$`, 's'), names, literal: literals.join('').length }
}
