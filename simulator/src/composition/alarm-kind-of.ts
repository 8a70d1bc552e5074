import { kindOf } from '../gateways/hj212/alarm-event.ts'
import { GAS_SUB_TYPES } from '../history/gas-sub-types.ts'
import { GASES } from '../world/air/gas-table.ts'
import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import type { LeakingGas } from '../world/interventions.ts'
import type { AlarmKindOf } from './adapters/installation-ports.ts'

const OF_GAS = new Map(
  (Object.keys(GASES) as LeakingGas[]).map((gas) => [
    QUANTITY_DICTIONARY[GASES[gas].quantity].code,
    { type: 'GasAlarm', subType: GAS_SUB_TYPES[gas] },
  ]),
)

/** Type of an alarm of a quantity: gases of detectors as their leaks, the others as events of stations. */
export const alarmKindOf: AlarmKindOf = (code) => OF_GAS.get(code) ?? kindOf(code)
