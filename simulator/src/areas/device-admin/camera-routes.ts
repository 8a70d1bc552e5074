import { withHiddenSecrets } from '@backlot/contract/device-admin/camera-address'
import {
  addCamera,
  cameraTestPicture,
  discoverCameras,
  listCameras,
  probeCamera,
  rebootCamera,
  syncCameraTime,
  updateCamera,
} from '@backlot/contract/device-admin/camera-calls'
import {
  type CAMERA_FAULTS,
  type CameraCheck,
  ProbedCamera,
} from '@backlot/contract/device-admin/camera-entities'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import { changesOf } from '../shared/audit.ts'
import type { CamerasPort } from './ports.ts'
import type { RouteContext } from './route-context.ts'

/** Probes and pictures at a time: each holds sockets, and maybe a decoder. */
const PROBES_MOST = 8

/** Real cameras: found, probed, added and looked after. Faults of cameras are answers, not refusals. */
export function cameraRoutes(area: RouteContext, cameras: CamerasPort): Route[] {
  let probes = 0
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (probes >= PROBES_MOST) throw refusal('unavailable', 'camerasBusy')
    probes++
    try {
      return await work()
    } finally {
      probes--
    }
  }
  type Fault = { fault: (typeof CAMERA_FAULTS)[number]; detail: string }
  const faultOf = (error: unknown): Fault => {
    const told = cameras.faultOf(error)
    if (!told) throw error
    return told
  }
  /** Of a camera that is to be changed the stored password may be used: the caller must see it. */
  const checked = (context: HandlerContext, body: CameraCheck): CameraCheck =>
    body.sn === undefined ? body : { ...body, sn: cameraFor(context, body.sn) }
  const versionOf = (sn: string) => area.repository.record(sn)?.version ?? 0
  /** One that the caller sees. */
  const cameraFor = (context: HandlerContext, sn: string): string => {
    area.deviceFor(context, sn)
    if (!cameras.has(sn)) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    return sn
  }

  return [
    route(discoverCameras, async ({ body }) => {
      const list = await bounded(() => cameras.discover(body.seconds))
      return { available: list !== undefined, list: list ?? [] }
    }),
    route(probeCamera, ({ body }, context) => {
      const check = checked(context, body)
      // Without what the gateway alone needs.
      return bounded(() =>
        cameras.probe(check).then(({ found }) => ({ camera: ProbedCamera.parse(found) }), faultOf),
      )
    }),
    route(cameraTestPicture, ({ body: { profile, ...body } }, context) => {
      const check = checked(context, body)
      return bounded(() =>
        cameras.testPicture(check, profile).then((jpeg) => ({ picture: jpeg.toString('base64') }), faultOf),
      )
    }),
    route(addCamera, async ({ body }, context) => {
      area.groupFor(context, body.groupId, 'groupId')
      const { groupId, ...wish } = body
      try {
        const add = await bounded(() => cameras.add(wish))
        return await area.inTurn(async () => {
          // Meanwhile the group may have gone.
          area.groupFor(context, groupId, 'groupId')
          const sn = await add()
          await area.store.write('deviceAdmin.change', {
            devices: [{ sn, version: versionOf(sn) }],
            set: { groupId, name: wish.name },
            action: 'deviceAdmin.addCamera',
            detail: { name: wish.name, groupId, address: withHiddenSecrets(wish.address) },
            actor: area.actor(context),
          })
          area.repository.refresh([sn])
          area.lifecycle.move(sn, groupId)
          cameras.tidy()
          area.told([0, groupId])
          return { sn }
        })
      } catch (error) {
        return faultOf(error)
      }
    }),
    route(updateCamera, async ({ body }, context) => {
      const { version, ...change } = body
      const { sn } = change
      const mustBeCurrent = () => {
        cameraFor(context, sn)
        if (version !== versionOf(sn)) throw refusal('conflict', 'changedMeanwhile')
      }
      mustBeCurrent()
      try {
        const update = await bounded(() => cameras.update(change))
        return await area.inTurn(async () => {
          mustBeCurrent()
          const was = cameras.list().find((camera) => camera.sn === sn)
          await update()
          await area.store.write('deviceAdmin.change', {
            devices: [{ sn, version }],
            set: {},
            action: 'deviceAdmin.updateCamera',
            detail: changesOf(
              { address: was?.address, username: was?.username },
              { address: body.address && withHiddenSecrets(body.address), username: body.username },
            ),
            actor: area.actor(context),
          })
          area.repository.refresh([sn])
          return {}
        })
      } catch (error) {
        return faultOf(error)
      }
    }),
    route(listCameras, (_, context) => {
      const language = area.language(context)
      const list = cameras.list().flatMap((camera) => {
        const device = area.register.device(camera.sn)
        if (!device || !area.register.inScope(device.groupId, context.caller.scope)) return []
        return [
          { ...camera, version: versionOf(camera.sn), name: device.name[language], groupId: device.groupId },
        ]
      })
      return { list }
    }),
    route(rebootCamera, ({ body }, context) =>
      cameras.reboot(cameraFor(context, body.sn)).then(() => ({}), faultOf),
    ),
    route(syncCameraTime, ({ body }, context) =>
      cameras.syncTime(cameraFor(context, body.sn)).then((clockAheadMs) => ({ clockAheadMs }), faultOf),
    ),
  ]
}
