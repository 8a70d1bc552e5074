import { Button, Checkbox, ColorPicker } from 'antd'
import { useText } from '../../language/language.ts'
import { colourName, PRESETS } from './colour-name.ts'

const FIRST = '#fa8c16'

/** A colour of its own, or none. */
export function ColourField(props: {
  /** Label of the state without a colour. */
  without: string
  id?: string
  value?: string | null
  onChange?: (colour: string | null) => void
}) {
  const { without, id, value = null, onChange } = props
  const t = useText('alarmTypes')
  return (
    <span className="colour-swatch">
      <Checkbox
        {...(id === undefined ? {} : { id })}
        checked={value !== null}
        onChange={({ target }) => onChange?.(target.checked ? FIRST : null)}
      >
        {t('ownColour')}
      </Checkbox>
      {value === null ? (
        <em>{without}</em>
      ) : (
        <ColorPicker
          value={value}
          disabledAlpha
          format="hex"
          presets={[{ label: t('colour'), colors: Object.keys(PRESETS) }]}
          onChangeComplete={(colour) => onChange?.(colour.toHexString().slice(0, 7))}
        >
          <Button
            icon={<i style={{ background: value }} />}
            aria-label={t('colourIs', { name: colourName(value, t) })}
          >
            {colourName(value, t)}
          </Button>
        </ColorPicker>
      )}
    </span>
  )
}
