import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { createDirectory } from '../../fleet/directory.ts'
import { START_MS } from './test-start.test-support.ts'

/** Two groups, north and south, each with a PTZ camera, a patrol car and a camera that is not bound to a media server. */
export function createDirectoryDouble() {
  const directory = createDirectory(1)
  const { ai, video, gps, alarm } = ABILITY_BITS
  const installer = { zh: '张工', en: 'Zhang' }
  for (const [groupId, zh, en, letter] of [
    [1, '北区', 'North', 'N'],
    [2, '南区', 'South', 'S'],
  ] as const) {
    directory.addGroup(0, { zh, en }, en.toLowerCase(), groupId)
    const base = {
      groupId,
      protocolType: 1,
      isPtz: false,
      x: 0,
      y: 0,
      longitude: 116.4,
      latitude: 39.9 + groupId / 100,
      installedAtMs: START_MS - 86_400_000,
      installAddress: { zh: '和安大街', en: 'Hean Ave' },
      installer,
      rosterIndex: groupId,
    }
    const add = (more: Parameters<typeof directory.addDevice>[0]) => {
      const device = directory.addDevice(more)
      directory.setOnline(device.slot, { videoOnlineStatus: 1 })
    }
    add({
      ...base,
      sn: `${letter}-PTZ`,
      kind: 'ptzCamera',
      name: { zh: `${zh}球机`, en: `${en} dome` },
      ability: video | alarm | ai,
      isPtz: true,
      headingDeg: 90,
    })
    add({
      ...base,
      sn: `${letter}-CAR`,
      kind: 'vehicle',
      name: { zh: `${zh}巡逻车`, en: `${en} patrol` },
      ability: video | gps,
      trafficIndex: groupId,
    })
    add({
      ...base,
      sn: `${letter}-UNBOUND`,
      kind: 'camera',
      name: { zh: `${zh}待绑定`, en: `${en} unbound` },
      ability: video,
      model: 'cameraUnbound',
      rosterIndex: groupId + 10,
    })
  }
  return directory
}
