import { ABILITY_BITS, type Ability } from '@backlot/contract/capabilities'
import { Checkbox } from 'antd'
import type { Translate } from '../../language/language.ts'

const ABILITIES = Object.keys(ABILITY_BITS) as Ability[]

type AbilityFieldProps = {
  t: Translate<'deviceAdmin'>
  /** Given by its form: the bit mask. */
  value?: number
  onChange?: (mask: number) => void
}

/** The abilities of a device, bit by bit. */
export function AbilityField({ t, value = 0, onChange }: AbilityFieldProps) {
  return (
    <Checkbox.Group
      className="ability-field"
      value={ABILITIES.filter((name) => (value & ABILITY_BITS[name]) !== 0)}
      options={ABILITIES.map((name) => ({ value: name, label: t(`ability.${name}`) }))}
      onChange={(names: Ability[]) => onChange?.(names.reduce((mask, name) => mask | ABILITY_BITS[name], 0))}
    />
  )
}

/** Names of the abilities in a mask. */
export function abilityNames(t: Translate<'deviceAdmin'>, mask: number): string[] {
  return ABILITIES.filter((name) => (mask & ABILITY_BITS[name]) !== 0).map((name) => t(`ability.${name}`))
}
