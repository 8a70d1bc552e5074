import { expect, test } from 'vitest'
import type { BelowDevicesPort, DeviceRecord, DirectoryPort } from './ports.ts'
import { treePage } from './tree-page.ts'

const DEVICES = 20_000

test('a page asks for what is below its own devices, each once', () => {
  const name = { zh: '一', en: 'One' }
  const devices = Array.from(
    { length: DEVICES },
    (_none, i): DeviceRecord => ({
      deviceId: i,
      sn: `S${i}`,
      name,
      kind: 'camera',
      groupId: 1,
      ability: 1,
      bizType: [],
      protocolType: 1,
      isPtz: false,
      moves: false,
      channels: [],
      installedMs: 0,
      installer: name,
      installAddress: name,
    }),
  )
  const asked: string[] = []
  const note = (port: string) => (sn: string) => {
    asked.push(`${port} ${sn}`)
    return []
  }
  const directory = {
    group: () => ({ groupId: 1, parentId: 0, name }),
    groupsIn: () => [],
    devicesIn: () => devices,
    device: () => undefined,
    deviceById: () => undefined,
    state: () => ({ lostChannels: new Set() }),
    inScope: () => true,
    // Of a directory the page asks these alone.
  } as unknown as DirectoryPort
  const below: BelowDevicesPort = {
    controllersOf: note('controllers'),
    bindingsOf: note('bindings'),
    version: () => 0,
  }
  const page = treePage(directory, below, {
    parentId: 1,
    currentPage: 3,
    pageSize: 100,
    deep: true,
    language: 'en',
    scope: { rootGroupIds: [0] },
    withMeeting: false,
  })
  expect([page.total, page.list.length, page.list[0]?.sn]).toEqual([DEVICES, 100, 'S200'])
  expect(asked).toEqual(page.list.flatMap(({ sn }) => [`controllers ${sn}`, `bindings ${sn}`]))
})
