import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlAddFleet, controlFleets, controlRemoveFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { deviceTree } from '@backlot/contract/devices/calls'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { afterAll, expect, it } from 'vitest'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const folder = mkdtempSync(join(tmpdir(), 'backlot-fleets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const start = () => launchSimulator(['--data', join(folder, 'data'), '--no-rtmp'])

/** Enough that the fleet moves into a thread of its own. */
const TAXIS = 2400
const taxis: FleetSpec = { kind: 'vehicle', count: TAXIS, group: 'taxis', placement: 'traffic' }
const fair: FleetSpec = {
  kind: 'camera',
  count: 60,
  group: { key: 'fair', name: { zh: '庙会', en: 'Temple Fair' }, parent: 'safety' },
  placement: 'junctions',
}

/** Every device that an operator sees in the tree. */
async function devicesOf(operator: Operator): Promise<TreeNode[]> {
  const page = async (parentId: number, childNode: 0 | 1) => {
    const all: TreeNode[] = []
    for (let currentPage = 1; ; currentPage++) {
      const query = { parentId, childNode, currentPage, pageSize: childNode === 1 ? 2000 : 500 }
      const { list } = await operator.call(deviceTree, { query })
      all.push(...list)
      if (list.length < query.pageSize) return all
    }
  }
  const tops = await page(0, 0)
  const below = await Promise.all(tops.map(({ id }) => page(id, 1)))
  return [...tops, ...below.flat()].filter(
    ({ nodeType }) => nodeType === NODE_TYPES.device || nodeType === NODE_TYPES.deviceLike,
  )
}

it('devices that are added are seen by those whose scope they come into, in one notice, and after a restart', async () => {
  const names: string[] = []
  {
    await using simulator = await start()
    const chief = await Operator.signIn(simulator.url)
    const transport = await Operator.signIn(simulator.url, 'dispatch3')
    const before = { chief: await devicesOf(chief), transport: await devicesOf(transport) }
    await using everything = await ChannelClient.open(chief)
    await using own = await ChannelClient.open(transport)
    const noticesOf = (client: ChannelClient) => client.messages.filter(({ type }) => type === 'tree')

    const { fleetId, added } = await control(simulator.url, controlAddFleet, { body: taxis })
    expect(added).toBe(TAXIS)
    await own.until(() => noticesOf(own).length > 0)
    await control(simulator.url, controlAddFleet, { body: fair })
    await everything.until(() => noticesOf(everything).length > 1)
    expect(noticesOf(own)).toHaveLength(1)
    expect(noticesOf(everything)).toHaveLength(2)

    expect(await devicesOf(transport)).toHaveLength(before.transport.length + TAXIS)
    const all = await devicesOf(chief)
    expect(all).toHaveLength(before.chief.length + TAXIS + 60)
    const fresh = all.filter(({ sn }) => !before.chief.some((known) => known.sn === sn))
    names.push(...fresh.map(({ sn, name }) => `${sn} ${name}`).sort())
    // With their states and places at once: they are not announced afterwards.
    const isOnline = ({ videoOnlineStatus, gbOnlineStatus }: TreeNode) => videoOnlineStatus || gbOnlineStatus
    expect(fresh.filter(isOnline).length).toBeGreaterThan(0.75 * fresh.length)
    expect(fresh.filter(({ longitude }) => longitude).length).toBeGreaterThan(0.95 * fresh.length)

    // A vehicle that came is heard of on the road.
    const [taxi] = fresh.filter(
      ({ videoOnlineStatus, gisOnlineStatus }) => videoOnlineStatus && gisOnlineStatus,
    )
    own.send({
      type: 'subscribe',
      id: 'taxi',
      topics: ['gps'],
      scope: { kind: 'subtree', groupId: taxi!.parentId },
    })
    await own.until(() =>
      own.messages.some(({ type, ...rest }) => type === 'gps' && JSON.stringify(rest).includes(taxi!.sn!)),
    )
    expect((await control(simulator.url, controlFleets)).list.map((each) => each.fleetId)).toContain(fleetId)
  }
  await using again = await start()
  const chief = await Operator.signIn(again.url)
  const present = new Set((await devicesOf(chief)).map(({ sn, name }) => `${sn} ${name}`))
  expect(names).toHaveLength(TAXIS + 60)
  expect(names.filter((name) => !present.has(name))).toEqual([])
  await control(again.url, controlRemoveFleet, { body: { fleetId: 'fleet-1' } })
  expect(await devicesOf(chief)).toHaveLength(present.size - TAXIS)
})

it('a fleet on the wire is on line when its devices have connected', async () => {
  await using simulator = await launchSimulator(['--no-rtmp'])
  const wired: FleetSpec = { kind: 'vehicle', count: 8, group: 'buses', placement: 'traffic', wire: true }
  const operator = await Operator.signIn(simulator.url)
  await using client = await ChannelClient.open(operator)
  await client.subscribe(['status'])
  const before = new Set((await devicesOf(operator)).map(({ sn }) => sn))
  const { fleetId } = await control(simulator.url, controlAddFleet, { body: wired })
  const own = (await devicesOf(operator)).flatMap(({ sn }) => (sn && !before.has(sn) ? [sn] : []))
  await client.until(() => own.filter((sn) => client.isOnline(sn)).length >= 4)
  const fleets = (await control(simulator.url, controlFleets)).list
  expect(fleets.find((each) => each.fleetId === fleetId)!.online).toBeGreaterThanOrEqual(4)
})
