import type { Logger } from 'pino'
import { CameraRecord, type CameraRecords } from '../../gateways/onvif/camera-record.ts'
import type { Store } from '../../store/store.ts'

const PREFIX = 'camera:'

/** Added cameras as facts of the platform: one each. */
export function createCameraRecords(store: Store, log: Pick<Logger, 'error'>): CameraRecords {
  return {
    all() {
      const rows = store.read
        .prepare<[string], { name: string; value: string }>(
          'SELECT name, value FROM platform_facts WHERE substr(name, 1, 7) = ? ORDER BY name',
        )
        .all(PREFIX)
      return rows.flatMap(({ name, value }) => {
        const read = CameraRecord.safeParse(parsed(value))
        if (read.success) return [read.data]
        log.error({ name }, 'a stored camera cannot be read')
        return []
      })
    },
    keep: (record) => store.write('platform.setFacts', { [`${PREFIX}${record.sn}`]: JSON.stringify(record) }),
    remove: (sn) => store.write('platform.setFacts', { [`${PREFIX}${sn}`]: null }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
