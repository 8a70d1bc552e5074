import type { BelowDevicesPort } from '../../areas/devices/ports.ts'
import type { InstallationRepository } from '../../areas/installation/installation-repository.ts'
import type { ControllerCatalogue } from '../../areas/sense-controllers/controller-catalogue.ts'
import type { BusPort } from '../../areas/sense-controllers/ports.ts'

/** Nodes that the tree shows below devices: sensors on their RS-485 lines, and cameras bound to them. */
export function createBelowDevices(deps: {
  bus: Pick<BusPort, 'station' | 'polls' | 'changes'>
  catalogue: Pick<ControllerCatalogue, 'find'>
  installed: Pick<InstallationRepository, 'part' | 'version'>
  nowMs(): number
}): BelowDevicesPort {
  const { bus, catalogue, installed } = deps
  return {
    controllersOf(sn) {
      const nowMs = deps.nowMs()
      const station = bus.station(sn, nowMs)
      if (!station) return []
      return [...bus.polls(sn, nowMs)]
        .sort((a, b) => a.address - b.address)
        .flatMap(({ id, ctrlId }) => {
          const entry = catalogue.find(ctrlId)
          return entry ? [{ id, number: entry.number, name: entry.name, chnId: station.chnId }] : []
        })
    },
    bindingsOf: (sn) => installed.part(sn, 'bindings') ?? [],
    version: () => bus.changes() + installed.version(),
  }
}
