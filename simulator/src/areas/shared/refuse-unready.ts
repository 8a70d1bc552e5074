import type { DeviceCondition } from '../../devices/device-condition.ts'
import { refusal } from '../../kernel/refusal.ts'

/**
 * Refuses what a device cannot take or answer in its condition. A read needs its answer; an order to a silent device is
 * sent anyway, and no answer comes; a device that downloads an upgrade answers reads, but takes no order.
 */
export function refuseUnready(condition: DeviceCondition, what: 'read' | 'order'): void {
  if (condition === 'faulty') throw refusal('deviceFault', 'deviceFault')
  if (condition === 'busy') throw refusal('deviceBusy', 'deviceBusy')
  if (condition === 'installing' || (condition === 'downloading' && what === 'order')) {
    throw refusal('deviceBusy', 'deviceUpgrades')
  }
  if (condition === 'silent' && what === 'read') throw refusal('deviceNoAnswer', 'deviceNoAnswer')
}
