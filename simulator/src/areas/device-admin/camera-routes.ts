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
import type { CAMERA_FAULTS, ProbedCamera } from '@backlot/contract/device-admin/camera-entities'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
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
    route(probeCamera, ({ body }) =>
      bounded(() => cameras.probe(body).then(({ found }) => ({ camera: shown(found) }), faultOf)),
    ),
    route(cameraTestPicture, ({ body: { profile, ...login } }) =>
      bounded(() =>
        cameras.testPicture(login, profile).then((jpeg) => ({ picture: jpeg.toString('base64') }), faultOf),
      ),
    ),
    route(addCamera, async ({ body }, context) => {
      area.groupFor(context, body.groupId, 'groupId')
      const { groupId, name, ...login } = body
      const wish = { ...login, name, mainProfile: body.mainProfile, subProfile: body.subProfile }
      const added = await bounded(() => cameras.add(wish).then((sn) => ({ sn }), faultOf))
      if (!('sn' in added)) return added
      const { sn } = added
      await area.inTurn(async () => {
        await area.store.write('deviceAdmin.change', {
          devices: [{ sn, version: versionOf(sn) }],
          set: { groupId, name },
          action: 'deviceAdmin.addCamera',
          detail: { name, groupId, address: login.address },
          actor: area.actor(context),
        })
        area.repository.refresh([sn])
        area.lifecycle.move(sn, groupId)
        cameras.tidy()
        area.told([0, groupId])
      })
      return { sn }
    }),
    route(updateCamera, async ({ body }, context) => {
      cameraFor(context, body.sn)
      const { version, ...change } = body
      if (version !== versionOf(body.sn)) throw refusal('conflict', 'changedMeanwhile')
      try {
        await bounded(() => cameras.update(change))
      } catch (error) {
        const { fault, detail } = faultOf(error)
        throw refusal('conflict', 'cameraUnusable', { detail: `${fault}: ${detail}` })
      }
      await area.store.write('deviceAdmin.change', {
        devices: [{ sn: body.sn, version }],
        set: {},
        action: 'deviceAdmin.updateCamera',
        detail: { address: body.address, username: body.username },
        actor: area.actor(context),
      })
      area.repository.refresh([body.sn])
      return {}
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

/** Without what the gateway alone needs. */
const shown = ({ profiles, ...found }: ProbedCamera): ProbedCamera => ({
  ...found,
  profiles: profiles.map(({ token, name, codec, width, height, fps, kbps, ptz, audio, streamUri }) => ({
    ...{ token, name, codec, width, height, fps, kbps, ptz, audio, streamUri },
  })),
})
