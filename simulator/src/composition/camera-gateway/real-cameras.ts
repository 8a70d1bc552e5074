import type { Logger } from 'pino'
import type { CamerasPort } from '../../areas/device-admin/ports.ts'
import type { ForeignDeviceRegistry } from '../../gateways/foreign-device-registry.ts'
import { CameraProblem } from '../../gateways/onvif/camera-problem.ts'
import type { CameraGateway } from '../../gateways/onvif/create-camera-gateway.ts'
import type { RealCamerasPort } from '../areas/areas-deps.ts'
import type { CameraSnapshots } from './camera-snapshots.ts'

/** Real cameras as areas know them. */
export function createRealCameras(deps: {
  gateway: CameraGateway
  snapshots: CameraSnapshots
  registry: Pick<ForeignDeviceRegistry, 'removeEmptyGroup'>
  log: Pick<Logger, 'debug' | 'warn'>
}): CamerasPort &
  RealCamerasPort & {
    pictureOf(wish: { sn: string; chnId: number; atMs: number }): Promise<Uint8Array | undefined>
  } {
  const { gateway, snapshots, log } = deps
  return {
    ...gateway,
    tidy: () => void deps.registry.removeEmptyGroup(),
    faultOf: (error) =>
      error instanceof CameraProblem ? { fault: error.fault, detail: error.message } : undefined,
    async capture(sn, chnId, atMs) {
      if (!gateway.has(sn)) return true
      try {
        await snapshots.keep(sn, chnId, atMs, await gateway.snapshot(sn))
        return true
      } catch (error) {
        if (error instanceof CameraProblem) log.debug({ sn, fault: error.fault }, 'a camera gave no picture')
        else log.warn({ err: error, sn }, 'a picture of a camera could not be stored')
        return false
      }
    },
    pictureOf: ({ sn, chnId, atMs }) =>
      gateway.has(sn) ? snapshots.find(sn, chnId, atMs) : Promise.resolve(undefined),
  }
}
