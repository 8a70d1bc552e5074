import { SNAPSHOT_FILE_TYPE } from '@backlot/contract/control/constants'
import {
  controlImportSnapshot,
  controlRemoveSnapshot,
  controlRestoreSnapshot,
  controlSaveSnapshot,
  controlSnapshotFile,
  controlSnapshots,
} from '@backlot/contract/control/snapshot-calls'
import { type Route, route, StreamReply } from '../calls/route.ts'
import type { SnapshotControl } from '../snapshots/snapshot-control.ts'

/** Saves the state of the platform, and sets it back. */
export function snapshotRoutes(snapshots: SnapshotControl): Route[] {
  return [
    route(controlSnapshots, async () => ({ list: await snapshots.list() })),
    route(controlSaveSnapshot, ({ body }) => snapshots.save(body.name, body.replace)),
    route(controlRestoreSnapshot, ({ body }, { response }) => snapshots.restore(body.name, response)),
    route(controlRemoveSnapshot, async ({ body }) => {
      await snapshots.remove(body.name)
      return {}
    }),
    route(controlSnapshotFile, ({ params }) => {
      const name = String(params['name'])
      const packed = snapshots.pack(name)
      const headers = {
        'content-type': SNAPSHOT_FILE_TYPE,
        // RFC 6266, 4.3, with the encoding of RFC 8187.
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.tar.gz`)}`,
      }
      return new StreamReply(headers, (response) => {
        // A reply that ends early is seen as such: the last chunk is missing (RFC 9112, 8).
        packed.on('error', () => response.destroy())
        response.on('close', () => packed.destroy())
        packed.pipe(response)
      })
    }),
    route(controlImportSnapshot, ({ query }, { request }) =>
      snapshots.unpack(query.name, request, query.replace),
    ),
  ]
}
