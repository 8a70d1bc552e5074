import { installInfo, updateInstallInfo } from '@backlot/contract/installation/calls'
import { type Route, route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { RouteContext } from './route-context.ts'

/** How devices were installed. */
export function infoRoutes(area: RouteContext): Route[] {
  const { repository, devices, records } = area

  const get = route(installInfo, ({ query: { sn } }, context) => {
    const device = area.deviceFor(context, sn)
    const language = area.language(context)
    const said = repository.part(sn, 'info')
    return {
      sn,
      ...devices.position(sn),
      installTime: said?.installTime ?? Math.floor(device.installedMs / 1000),
      installer: device.installer[language],
      address: device.installAddress[language],
      height: said?.height ?? null,
      photos: [...(said?.photos ?? [])],
      remark: said?.remark ?? '',
      version: repository.versionOf(sn, 'info'),
    }
  })

  const update = route(updateInstallInfo, async ({ body }, context) => {
    const { sn, version, installer, address, installTime, height, photos, remark } = body
    const device = area.deviceFor(context, sn)
    const language = area.language(context)
    if (installTime * 1000 > area.clock.now()) {
      throw refusal('invalid', 'installedLater', {}, 'installTime')
    }
    for (const photo of photos) {
      if (await area.photos.exists(photo)) continue
      throw refusal('invalid', 'photoNotFound', {}, 'photos')
    }
    const content = { installTime, height, photos, remark }
    await area.set(context, device, { part: 'info', content, version, action: 'installation.updateInfo' })
    if (device.installer[language] !== installer || device.installAddress[language] !== address) {
      await records.change(sn, { installer, address }, area.actor(context))
    }
    return {}
  })

  return [get, update]
}
