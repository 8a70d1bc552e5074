import { DEFAULT_THEME_COLOUR } from '@backlot/contract/limits'
import { useText } from '../../language/language.ts'
import './account.css'

const COLOURS = [
  DEFAULT_THEME_COLOUR,
  '#11A8CD',
  '#13A98B',
  '#4CAF50',
  '#D98E04',
  '#E06A4B',
  '#D4568C',
  '#8B7CF0',
]

/** The platform's colour, of eight that keep their contrast in both modes. */
export function ColourChoice({ value, onChange }: { value?: string; onChange?: (colour: string) => void }) {
  const t = useText('shell')
  return (
    <div className="colour-choice" role="radiogroup" aria-label={t('account.colour')}>
      {COLOURS.map((colour) => (
        <label key={colour} style={{ background: colour }} title={colour}>
          <input
            type="radio"
            name="theme-colour"
            className="visually-hidden"
            aria-label={colour}
            checked={value?.toUpperCase() === colour.toUpperCase()}
            onChange={() => onChange?.(colour)}
          />
        </label>
      ))}
    </div>
  )
}
