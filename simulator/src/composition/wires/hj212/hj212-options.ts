import { z } from 'zod'
import { readUnitOverride, type UnitOverride } from '../../../wire/hj212/unit-overrides.ts'
import { optionalPort } from '../../option-types.ts'

export const HJ212_OPTIONS = {
  hj212Port: optionalPort,
  /** Units of stations' values: what the field sends (dust in µg/m³) or the letter of the standard (ng/m³). */
  hj212Units: z.enum(['field', 'standard']).default('field'),
  /** Units of single quantities or sensors against that: `code=unit` or `MN:code=unit`. */
  hj212Unit: z
    .array(
      z.string().transform((text, context): UnitOverride => {
        const override = readUnitOverride(text)
        if (typeof override !== 'string') return override
        context.addIssue(override)
        return z.NEVER
      }),
    )
    .default([]),
}
