import type { LeakingGas } from '../world/interventions.ts'

/** Sub-type of a gas alarm by the leaking gas. */
export const GAS_SUB_TYPES: Readonly<Record<LeakingGas, string>> = {
  combustible: 'Combustible',
  co: 'CO',
  h2s: 'H2S',
  nh3: 'NH3',
  o2: 'O2',
}
