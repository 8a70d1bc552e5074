/** Faults in the names that a screen reader says, in an aria snapshot of Playwright. */

type Spoken = { role: string; name: string | undefined; depth: number; line: string; url?: string }

/** Roles that people act on, find by or navigate among: without a name their purpose is unknown. */
const NAMED = new Set([
  'button',
  'link',
  'checkbox',
  'radio',
  'switch',
  'combobox',
  'textbox',
  'searchbox',
  'spinbutton',
  'slider',
  'tab',
  'menuitem',
  'treeitem',
  'progressbar',
  'table',
  'tree',
  'dialog',
  'radiogroup',
  'toolbar',
])
/** The contents of a row of data may be in any language. */
const ROWS = new Set(['row', 'cell', 'listitem', 'treeitem', 'option', 'article', 'definition'])

/** A number, a date or a time alone. */
const BARE = /^[\d\s.,:/%+–-]+$/
/** Codes that mean nothing to who hears them: of a colour, an address, a key. */
const CODE =
  /#[0-9a-f]{6}\b|https?:\/\/|^(\w+ )?[0-9a-f-]{16,}$|^\w+ \d+$(?<!^\w+ \d{1,3})|^(alarm|row)-\w+$/i
/** Longer names of buttons are the data that they show. */
const ACTION_MAX = 24
const CHINESE_WORDS = /[\u4e00-\u9fff]{5,}/
/** A word of its own, or two in a row; short ones in capitals are names of standards. */
const ENGLISH_WORDS = /^[A-Z]?[a-z]{2,}$|[A-Za-z]*[a-z]{2,} [A-Za-z]*[a-z]{2,}/
/** Texts that name their own language. */
const OWN_LANGUAGE = new Set(['English', '中文'])

/** Faults, one a line: controls and tables without a name, names that are codes, the same action twice, other languages. */
export function spokenFaults(snapshot: string, language: 'en' | 'zh'): string[] {
  const spoken = read(snapshot)
  const faults = spoken.flatMap((one, at) => {
    const { role, name } = one
    if (name === undefined || name.trim() === '') {
      const isBare = role === 'img' && isLeaf(spoken, at) && !one.line.startsWith('- img:')
      return NAMED.has(role) || isBare ? [`no name: ${one.line}`] : []
    }
    if (role === 'treeitem') return []
    if (NAMED.has(role) && (BARE.test(name) || CODE.test(name))) return [`a code as its name: ${one.line}`]
    if (OWN_LANGUAGE.has(name) || isInRow(spoken, at)) return []
    const foreign = language === 'en' ? CHINESE_WORDS : ENGLISH_WORDS
    return foreign.test(name) ? [`not in ${language}: ${one.line}`] : []
  })
  return [...faults, ...repeated(spoken)]
}

/** Actions of different rows of a table with one name; links of one name may lead to one place (WCAG 2.2, 2.4.4). */
function repeated(spoken: readonly Spoken[]): string[] {
  const rows = new Map<string, { row: number; url: string | undefined }>()
  const faults = new Set<string>()
  let row = -1
  spoken.forEach(({ role, name, line, url }, at) => {
    if (role === 'table') rows.clear()
    if (role === 'row') row = at
    if (!['button', 'link', 'checkbox', 'switch'].includes(role) || !name || name.length > ACTION_MAX) return
    if (!isInRow(spoken, at)) return
    const before = rows.get(`${role} ${name}`)
    const isSamePlace = url !== undefined && url === before?.url
    if (before !== undefined && before.row !== row && !isSamePlace)
      faults.add(`the same in several rows: ${line}`)
    rows.set(`${role} ${name}`, { row, url })
  })
  return [...faults]
}

const LINE = /^(\s*)- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?/
/** Follows the link that leads there. */
const URL_LINE = /^\s*- \/url: (.*)$/

function read(snapshot: string): Spoken[] {
  const spoken: Spoken[] = []
  for (const line of snapshot.split('\n')) {
    const url = URL_LINE.exec(line)?.[1]
    const link = spoken.at(-1)
    if (url !== undefined && link?.role === 'link') link.url = url
    const [, indent = '', role = '', name] = LINE.exec(line) ?? []
    if (role !== '' && role !== 'text') spoken.push({ role, name, depth: indent.length, line: line.trim() })
  }
  return spoken
}

const isLeaf = (spoken: readonly Spoken[], at: number) =>
  (spoken[at + 1]?.depth ?? -1) <= (spoken[at]?.depth ?? 0)

/** Whether something is in a row, an entry of a list or the like. */
function isInRow(spoken: readonly Spoken[], at: number): boolean {
  let depth = spoken[at]?.depth ?? 0
  if (ROWS.has(spoken[at]?.role ?? '')) return true
  for (let i = at - 1; i >= 0 && depth > 0; i--) {
    const { role, depth: above } = spoken[i]!
    if (above >= depth) continue
    if (ROWS.has(role)) return true
    depth = above
  }
  return false
}
