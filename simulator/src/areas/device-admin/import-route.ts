import { importDevices } from '@backlot/contract/device-admin/calls'
import { DEVICE_LIMITS } from '@backlot/contract/device-admin/constants'
import { LIMITS } from '@backlot/contract/limits'
import { readBytes } from '../../calls/read-body.ts'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { PlatformError } from '../../kernel/platform-error.ts'
import { refusal } from '../../kernel/refusal.ts'
import { openSheet } from '../../sheets/open-sheet.ts'
import { SheetFault, type SheetRow } from '../../sheets/sheet-fault.ts'
import { admit } from './device-routes.ts'
import { judgeRows } from './import-rows.ts'
import type { RouteContext } from './route-context.ts'

const SHEET_LIMITS = {
  /** The headings too. */
  rows: DEVICE_LIMITS.importRows + 1,
  columns: 64,
  /** A file of 3 MB that is no bomb stays far below. */
  unpackedBytes: 48 * 1024 * 1024,
}
/** Files that are read at once: each has a thread. */
const AT_ONCE = 2

/** Devices from a spreadsheet: rows that are well are added, the others are reported with their reasons. */
export function importRoute(area: RouteContext): Route {
  let reading = 0

  async function rowsOf(context: HandlerContext, filename: string): Promise<SheetRow[]> {
    if (!/\.xlsx?$/i.test(filename)) throw refusal('unsupportedMediaType', 'sheetForm', {}, 'filename')
    const bytes = await readBytes(context.request, LIMITS.importBytesMax).catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error.code !== 413) throw error
      throw refusal('tooLarge', 'importTooLarge', {}, 'file')
    })
    // Taken when the file is there: who sends slowly keeps nobody else waiting.
    if (reading >= AT_ONCE) throw refusal('tooManyRequests', 'importBusy')
    reading++
    try {
      return await openSheet(bytes, SHEET_LIMITS)
    } catch (error) {
      if (!(error instanceof SheetFault)) throw error
      const code = error.key === 'sheetForm' ? 'unsupportedMediaType' : 'invalid'
      throw refusal(code, error.key, { count: DEVICE_LIMITS.importRows }, 'file')
    } finally {
      reading--
    }
  }

  return route(importDevices, async ({ query }, context) => {
    const { groupId, check, filename } = query
    area.groupFor(context, groupId, 'groupId')
    const rows = await rowsOf(context, filename)
    return area.inTurn(async () => {
      area.groupFor(context, groupId, 'groupId')
      const judged = judgeRows(area, context, rows, groupId)
      const records = judged.flatMap(({ record }) => record ?? [])
      if (check === 0) await admit(area, context, records, 'deviceAdmin.import')
      const done = check === 0 ? 'added' : 'ready'
      return {
        list: judged.map(({ report, record }) => ({ ...report, result: record ? done : 'refused' }) as const),
        added: check === 0 ? records.length : 0,
        refused: judged.length - records.length,
      }
    })
  })
}
