import type { IncomingHttpHeaders } from 'node:http'

export type Language = 'zh' | 'en'

/** A name in both languages. */
export type Named = { zh: string; en: string }

const KEPT_HEADERS = 200
const byHeader = new Map<string, Language>()

/**
 * Language of a request: the `lang` header when it names one, else the first of `Accept-Language` that the platform
 * speaks (by quality, then order), else Chinese.
 */
export function languageOf(headers: IncomingHttpHeaders): Language {
  const asked = headers['lang']
  const own = typeof asked === 'string' ? known(asked) : undefined
  if (own) return own
  const accepted = headers['accept-language'] ?? ''
  const kept = byHeader.get(accepted)
  if (kept) return kept
  const language = firstSpoken(accepted)
  if (byHeader.size < KEPT_HEADERS) byHeader.set(accepted, language)
  return language
}

function firstSpoken(accepted: string): Language {
  const wishes = accepted.split(',', 20).map((part, order) => {
    const [tag = '', ...parameters] = part.trim().split(';')
    const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined)
    return { language: known(tag), quality: quality === undefined ? 1 : Number(quality), order }
  })
  const best = wishes
    .filter((wish) => wish.language && wish.quality > 0)
    .sort((a, b) => b.quality - a.quality || a.order - b.order)[0]
  return best?.language ?? 'zh'
}

function known(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split('-')[0]
  return primary === 'zh' || primary === 'en' ? primary : undefined
}
