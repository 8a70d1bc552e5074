import type { DeviceCondition } from '../devices/device-condition.ts'
import type { Language } from './language.ts'
import { refusal } from './refusal.ts'

/**
 * Refuses what a device cannot take or answer in its condition. A read needs its answer; an order to a silent device is
 * sent all the same, and no answer comes; an upgrade that is downloaded leaves it free to answer, and takes no order.
 */
export function refuseUnready(condition: DeviceCondition, what: 'read' | 'order', language: Language): void {
  if (condition === 'faulty') throw refusal('deviceFault', 'deviceFault', language)
  if (condition === 'busy') throw refusal('deviceBusy', 'deviceBusy', language)
  if (condition === 'installing' || (condition === 'downloading' && what === 'order')) {
    throw refusal('deviceBusy', 'deviceUpgrades', language)
  }
  if (condition === 'silent' && what === 'read') throw refusal('deviceNoAnswer', 'deviceNoAnswer', language)
}
