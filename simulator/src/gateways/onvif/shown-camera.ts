import { withHiddenSecrets } from '@backlot/contract/device-admin/camera-address'
import type { AddedCamera } from '@backlot/contract/device-admin/camera-entities'
import { type Added, keyLost } from './added-cameras.ts'
import { writeCameraAddress } from './camera-address.ts'

export type SessionOfCamera = Omit<AddedCamera, 'version' | 'name' | 'groupId'>

/** A camera with the state of its session. */
export function shownCamera({ record, session }: Added): SessionOfCamera {
  const { sn, way, username, transport, keepTime, maker, model } = record
  const state = session?.state()
  const seconds = (ms: number | undefined) => (ms === undefined ? null : Math.floor(ms / 1000))
  const problem = state ? state.fault : keyLost()
  return {
    ...{ sn, way, username, transport, keepTime, maker, model },
    address: withHiddenSecrets(writeCameraAddress(record)),
    mainProfile: record.main.token,
    subProfile: record.sub.token,
    state: state?.state ?? 'offline',
    sinceTime: seconds(state?.sinceMs) ?? 0,
    heardTime: seconds(state?.heardMs),
    clockAheadMs: state?.clockAheadMs ?? null,
    events: state?.events ?? 'none',
    fault: problem?.fault ?? null,
    faultDetail: problem?.message ?? '',
    faultTime: seconds(state?.faultMs),
  }
}
