import { KINDS } from '../../../devices/kinds.ts'
import type { Directory } from '../../../fleet/directory.ts'
import { createJt808Gateway, type Jt808Gateway } from '../../../gateways/jt808/create-jt808-gateway.ts'
import type { TerminalRecord, TerminalRepository } from '../../../gateways/jt808/terminal-repository.ts'
import { readFact } from '../../../store/facts.ts'
import type { Store } from '../../../store/store.ts'
import { type ListenerDeps, openGateway } from '../open-gateway.ts'

/** Opens the JT/T 808 gateway; undefined when it is off. Throws a StartError when its port is taken. */
export async function openJt808(
  deps: ListenerDeps & { directory: Directory; store: Store; onEntered?: ((sn: string) => void) | undefined },
): Promise<(Jt808Gateway & { address: string }) | undefined> {
  const { directory, store, metrics } = deps
  const gateway = await openGateway('jt808', 'message', deps, (given) =>
    createJt808Gateway({
      ...given,
      repository: createTerminalRepository(store),
      isKnown: (sn) => directory.slotOf(sn) !== undefined,
      plateOwner: createPlateOwner(directory),
      extrasOf(sn) {
        const device = directory.deviceBySn(sn)
        return device && KINDS[device.kind].positionExtras
      },
      onEntered: deps.onEntered,
    }),
  )
  if (!gateway) return undefined
  metrics.gauge(
    'backlot_jt808_terminals',
    'Authenticated JT/T 808 terminals.',
    () => gateway.terminals().length,
  )
  return gateway
}

/** Registered terminals as facts of the platform: one each. */
function createTerminalRepository(store: Store): TerminalRepository {
  const key = (number: string) => `jt808:${number}`
  const known = new Map<string, TerminalRecord | null>()
  return {
    find(number) {
      const cached = known.get(number)
      if (cached !== undefined) return cached ?? undefined
      const text = readFact(store.read, key(number))
      const record = text ? (JSON.parse(text) as TerminalRecord) : null
      if (record) known.set(number, record)
      return record ?? undefined
    },
    async keep(number, record) {
      known.set(number, record)
      try {
        await store.write('platform.setFacts', { [key(number)]: JSON.stringify(record) })
      } catch (error) {
        // It is written again when the terminal registers again.
        known.delete(number)
        throw error
      }
    },
    async remove(number) {
      known.set(number, null)
      await store.write('platform.setFacts', { [key(number)]: null })
      // Unless it registered again meanwhile.
      if (known.get(number) === null) known.delete(number)
    },
  }
}

/** Which device of our own bears a plate; dots and blanks do not count. */
function createPlateOwner(directory: Directory): (plate: string) => string | undefined {
  const bare = (plate: string) => plate.replace(/[·.\s-]/g, '').toUpperCase()
  let owners = new Map<string, string>()
  let treeVersion = -1
  return (plate) => {
    if (treeVersion !== directory.treeVersion()) {
      treeVersion = directory.treeVersion()
      owners = new Map()
      for (let slot = 0; slot < directory.slotLimit(); slot++) {
        const device = directory.device(slot)
        if (device?.plate && !device.foreign) owners.set(bare(device.plate), device.sn)
      }
    }
    return owners.get(bare(plate))
  }
}
