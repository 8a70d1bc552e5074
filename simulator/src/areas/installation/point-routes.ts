import {
  addMonitoringPoint,
  deleteMonitoringPoint,
  INSTALLATION_LIMITS,
  monitoringPoints,
  updateMonitoringPoint,
} from '@backlot/contract/installation/calls'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { StoredPoint } from './installation-repository.ts'
import type { InstalledDevice, PointRecord } from './ports.ts'
import type { RouteContext } from './route-context.ts'

type Entered = { name: string; position: string; codes: readonly string[] }
/** Ids of points: this many for a channel. */
const IDS_A_CHANNEL = 100

/** Monitoring points of devices. */
export function pointRoutes(area: RouteContext): Route[] {
  const { repository, devices, quantities } = area
  const pointsOf = (device: InstalledDevice) =>
    device.channels.flatMap(({ chnId, monitoringPoints: points }) =>
      points.map((point) => ({ ...point, chnId })),
    )

  const list = route(monitoringPoints, ({ query: { sn } }, context) => {
    const device = area.deviceFor(context, sn)
    const language = area.language(context)
    return {
      list: pointsOf(device).map(({ id, name, chnId, position, codes, limits = [] }) => ({
        id,
        name: name[language],
        chnId,
        position,
        codes: [...codes],
        limits: [...limits],
      })),
      version: repository.versionOf(sn, 'points'),
      quantities: devices.codesOf(sn).map((code) => {
        const known = quantities.shown(code)
        return { code, name: known?.name[language] ?? code, unit: known?.unit ?? '' }
      }),
    }
  })

  /** The points of a device that has a channel for them, as they are stored. */
  const reach = (context: HandlerContext, sn: string) => {
    const device = area.deviceFor(context, sn)
    const channel = device.channels.find(({ monitoringPoints: points }) => points.length > 0)
    if (!channel) throw refusal('notFound', 'noPoints', {}, 'sn')
    return { device, channel, points: channel.monitoringPoints }
  }
  const judge = (sn: string, points: readonly PointRecord[], entered: Entered, exceptId: number) => {
    const taken = points.some(({ id, name }) => id !== exceptId && Object.values(name).includes(entered.name))
    if (taken) throw refusal('conflict', 'pointNameTaken', {}, 'name')
    const measured = devices.codesOf(sn)
    const foreign = entered.codes.find((code) => !measured.includes(code))
    if (foreign !== undefined) throw refusal('invalid', 'notMeasured', { code: foreign }, 'codes')
  }
  /** Removes quantities that are now measured elsewhere: each is measured at one point only. */
  const without = (points: readonly PointRecord[], codes: readonly string[]): StoredPoint[] =>
    points.map((point) => ({
      ...point,
      codes: point.codes.filter((code) => !codes.includes(code)),
      limits: (point.limits ?? []).filter(({ code }) => !codes.includes(code)),
    }))

  const add = route(addMonitoringPoint, async ({ body }, context) => {
    const { sn, version, name, position, codes, limits } = body
    const { device, channel, points } = reach(context, sn)
    if (points.length >= INSTALLATION_LIMITS.points) {
      throw refusal('conflict', 'pointsFull', {}, 'sn')
    }
    judge(sn, points, body, 0)
    const used = new Set(points.map(({ id }) => id))
    let id = channel.id * IDS_A_CHANNEL + 1
    while (used.has(id)) id++
    const content = [...without(points, codes), { id, name, position, codes, limits }]
    await area.set(context, device, { part: 'points', content, version, action: 'installation.addPoint' })
    return { id }
  })

  const update = route(updateMonitoringPoint, async ({ body }, context) => {
    const { sn, id, version, name, position, codes, limits } = body
    const { device, points } = reach(context, sn)
    const before = points.find((point) => point.id === id)
    if (!before) throw refusal('notFound', 'pointNotFound', {}, 'id')
    judge(sn, points, body, id)
    // A name that nobody changed stays in both languages.
    const kept = before.name[area.language(context)] === name ? before.name : name
    const content = without(points, codes).map((point) =>
      point.id === id ? { id, name: kept, position, codes, limits } : point,
    )
    await area.set(context, device, { part: 'points', content, version, action: 'installation.updatePoint' })
    return {}
  })

  const remove = route(deleteMonitoringPoint, async ({ body: { sn, id, version } }, context) => {
    const { device, points } = reach(context, sn)
    if (!points.some((point) => point.id === id)) {
      throw refusal('notFound', 'pointNotFound', {}, 'id')
    }
    if (points.length === 1) throw refusal('conflict', 'lastPoint', {}, 'id')
    const content = points.filter((point) => point.id !== id)
    await area.set(context, device, { part: 'points', content, version, action: 'installation.deletePoint' })
    return {}
  })

  return [list, add, update, remove]
}
