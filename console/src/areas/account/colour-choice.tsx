import { DEFAULT_THEME_COLOUR } from '@backlot/contract/limits'
import { useText } from '../../language/language.ts'
import './account.css'

const COLOURS = [
  ['blue', DEFAULT_THEME_COLOUR],
  ['cyan', '#11A8CD'],
  ['teal', '#13A98B'],
  ['green', '#4CAF50'],
  ['amber', '#D98E04'],
  ['coral', '#E06A4B'],
  ['pink', '#D4568C'],
  ['violet', '#8B7CF0'],
] as const

/** The platform's colour, of eight that keep their contrast in both modes. */
export function ColourChoice({ value, onChange }: { value?: string; onChange?: (colour: string) => void }) {
  const t = useText('account')
  return (
    <div className="colour-choice" role="radiogroup" aria-label={t('colour')}>
      {COLOURS.map(([name, colour]) => (
        <label key={colour} style={{ background: colour }} title={t(`colours.${name}`)}>
          <input
            type="radio"
            name="theme-colour"
            className="visually-hidden"
            aria-label={t(`colours.${name}`)}
            checked={value?.toUpperCase() === colour.toUpperCase()}
            onChange={() => onChange?.(colour)}
          />
        </label>
      ))}
    </div>
  )
}
