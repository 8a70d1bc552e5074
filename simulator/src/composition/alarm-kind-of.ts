import { kindOf } from '../gateways/hj212/alarm-event.ts'
import { alarmOfIncident } from '../history/alarm-types/alarm-types.ts'
import { GASES } from '../world/air/gas-table.ts'
import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import { LEAKING_GASES } from '../world/interventions.ts'
import type { AlarmKindOf } from './adapters/installation-ports.ts'

const OF_GAS = new Map(
  LEAKING_GASES.map((gas) => {
    const { type, subType } = alarmOfIncident({ kind: 'gasLeak', gas })!
    return [QUANTITY_DICTIONARY[GASES[gas].quantity].code, { type, subType }]
  }),
)

/** Type of an alarm of a quantity: gases of detectors as their leaks, the others as events of stations. */
export const alarmKindOf: AlarmKindOf = (code) => OF_GAS.get(code) ?? kindOf(code)
