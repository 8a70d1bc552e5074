import { IMPORT_COLUMNS } from '@backlot/contract/device-admin/constants'
import { type ImportColumn, type ImportRow, NewDevice } from '@backlot/contract/device-admin/entities'
import type { HandlerContext } from '../../calls/route.ts'
import type { Language } from '../../kernel/language.ts'
import { type MessageKey, message } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { SheetCell, SheetRow } from '../../sheets/sheet-fault.ts'
import { deviceFault, recordFor } from './device-routes.ts'
import type { RegisteredGroup } from './ports.ts'
import type { NewRecord } from './records.ts'
import type { RouteContext } from './route-context.ts'
import { type TypeEntry, typeEntries } from './type-catalogue.ts'

/** Columns by their place in the file. */
type Headings = ReadonlyMap<ImportColumn, number>
type Reason = { column: ImportColumn; key: MessageKey; values?: Record<string, string | number> }
export type JudgedRow = { report: ImportRow; record: NewRecord | undefined }

/** Field of a new device that a column fills. */
const FIELD_COLUMNS: Readonly<Record<string, ImportColumn>> = { typeId: 'type', groupId: 'group' }

function columnTitle(key: ImportColumn, language: Language): string {
  return IMPORT_COLUMNS.find((column) => column.key === key)![language]
}

/** Which column is which, by the headings in the first row. Throws a refusal when one that is needed is missing. */
function headingsOf(first: SheetRow, language: Language): Headings {
  const headings = new Map<ImportColumn, number>()
  first.cells.forEach((cell, place) => {
    // Templates mark required columns with an asterisk.
    const title = cell?.text.replace(/[*＊]/g, '').trim().toLowerCase()
    const column = IMPORT_COLUMNS.find(({ key, zh, en }) =>
      [key, zh, en].some((name) => name.toLowerCase() === title),
    )
    if (!column) return
    if (headings.has(column.key)) {
      throw refusal('invalid', 'importHeadingTwice', { column: column[language] }, 'file')
    }
    headings.set(column.key, place)
  })
  const missing = IMPORT_COLUMNS.filter(({ key, required }) => required && !headings.has(key))
  if (missing.length > 0) {
    const columns = missing.map((column) => column[language]).join(', ')
    throw refusal('invalid', 'importHeadings', { columns }, 'file')
  }
  return headings
}

/** Checks every row: devices to be added, and the reasons why the others are not. */
export function judgeRows(
  area: RouteContext,
  context: HandlerContext,
  rows: readonly SheetRow[],
  defaultGroupId: number,
): JudgedRow[] {
  const language = area.language(context)
  const [first, ...rest] = rows
  if (!first || rest.length === 0) throw refusal('invalid', 'importEmpty', {}, 'file')
  const headings = headingsOf(first, language)
  const types = typesByName(typeEntries(area.repository.types()))
  const groups = createGroupFinder(area, context)
  const seen = new Map<string, number>()
  return rest.map((row) => {
    const judged = judgeRow(area, row, { headings, types, groups, defaultGroupId, seen })
    const { record, sn, name, reasons } = judged
    return {
      record,
      report: {
        row: row.number,
        sn,
        name,
        result: record ? 'ready' : 'refused',
        reasons: reasons.map(({ column, key, values }) => ({
          column: columnTitle(column, language),
          text: message(key, language, values ?? {}),
        })),
      },
    }
  })
}

type Judging = {
  headings: Headings
  types: ReadonlyMap<string, TypeEntry>
  groups: (path: string) => number | MessageKey
  defaultGroupId: number
  /** Serial numbers of the rows before, with their row. */
  seen: Map<string, number>
}

function judgeRow(area: RouteContext, row: SheetRow, judging: Judging) {
  const reasons: Reason[] = []
  const cellOf = (column: ImportColumn): SheetCell | undefined =>
    row.cells[judging.headings.get(column) ?? -1]
  const textOf = (column: ImportColumn) => cellOf(column)?.text.trim() ?? ''
  for (const { key, required } of IMPORT_COLUMNS) {
    const cell = cellOf(key)
    if (cell?.formula) reasons.push({ column: key, key: 'importFormula' })
    else if (cell?.inexact && key === 'sn') reasons.push({ column: key, key: 'importInexact' })
    else if (required && textOf(key) === '') reasons.push({ column: key, key: 'importMissing' })
  }
  const faulty = new Set(reasons.map(({ column }) => column))
  const refuse = (column: ImportColumn, key: MessageKey, values?: Reason['values']) => {
    if (faulty.has(column)) return
    faulty.add(column)
    reasons.push({ column, key, ...(values ? { values } : {}) })
  }

  const sn = textOf('sn')
  const name = textOf('name')
  const type = judging.types.get(textOf('type').toLowerCase())
  if (!type) refuse('type', 'deviceTypeNotFound')
  const groupId = textOf('group') === '' ? judging.defaultGroupId : judging.groups(textOf('group'))
  if (typeof groupId === 'string') refuse('group', groupId)
  const before = judging.seen.get(sn)
  if (before !== undefined) refuse('sn', 'importTwice', { row: before })
  else if (sn !== '') judging.seen.set(sn, row.number)

  const degrees = (column: 'longitude' | 'latitude') => {
    const text = textOf(column)
    if (text === '') return undefined
    // Neither hexadecimal nor exponents: only usual forms of degrees.
    if (/^[+-]?\d{1,3}(\.\d+)?$/.test(text)) return Number(text)
    refuse(column, 'importDegrees')
    return undefined
  }
  const parsed = NewDevice.safeParse({
    sn,
    name,
    groupId: typeof groupId === 'number' ? groupId : 1,
    typeId: type?.id ?? 1,
    longitude: degrees('longitude'),
    latitude: degrees('latitude'),
    address: textOf('address'),
    installer: textOf('installer'),
  })
  for (const { path } of parsed.error?.issues ?? []) {
    const field = String(path[0])
    const column = FIELD_COLUMNS[field] ?? (field as ImportColumn)
    refuse(column, IMPORT_MESSAGES[column] ?? 'importValue')
  }
  if (parsed.success && type && faulty.size === 0) {
    const fault = deviceFault(area, parsed.data, type)
    if (fault) refuse(FIELD_COLUMNS[fault.field] ?? (fault.field as ImportColumn), fault.key)
  }
  const record = parsed.success && type && reasons.length === 0 ? recordFor(parsed.data, type) : undefined
  return { record, sn: sn.slice(0, 64), name: name.slice(0, 64), reasons }
}

const IMPORT_MESSAGES: Partial<Record<ImportColumn, MessageKey>> = {
  sn: 'importSn',
  name: 'importName',
  longitude: 'importDegrees',
  latitude: 'importDegrees',
}

function typesByName(entries: readonly TypeEntry[]): Map<string, TypeEntry> {
  const types = new Map<string, TypeEntry>()
  for (const entry of entries) {
    types.set(entry.name.zh.toLowerCase(), entry)
    types.set(entry.name.en.toLowerCase(), entry)
  }
  return types
}

/** Groups by a path such as 'City/North', or by a name that only one group has; only those in the caller's scope. */
function createGroupFinder(
  area: RouteContext,
  context: HandlerContext,
): (path: string) => number | MessageKey {
  const { register } = area
  const seen = register.groups().filter(({ id }) => register.inScope(id, context.caller.scope))
  const byName = new Map<string, RegisteredGroup[]>()
  for (const group of seen) {
    for (const name of new Set([group.name.zh.toLowerCase(), group.name.en.toLowerCase()])) {
      byName.set(name, [...(byName.get(name) ?? []), group])
    }
  }
  const isCalled = (group: RegisteredGroup, name: string) =>
    group.name.zh.toLowerCase() === name || group.name.en.toLowerCase() === name
  return (path) => {
    const names = path
      .toLowerCase()
      .split(/[/\\]/)
      .map((name) => name.trim())
      .filter((name) => name !== '')
    const last = names.at(-1) ?? ''
    const above = names.slice(0, -1).reverse()
    const found = (byName.get(last) ?? []).filter((group) => {
      let parent = register.group(group.parentId)
      for (const name of above) {
        if (!parent || !isCalled(parent, name)) return false
        parent = register.group(parent.parentId)
      }
      return true
    })
    if (found.length === 0) return 'groupNotFound'
    return found.length > 1 ? 'importGroupUnclear' : found[0]!.id
  }
}
