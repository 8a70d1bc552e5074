import { Checkbox, ColorPicker } from 'antd'
import { useText } from '../../language/language.ts'

/** Offered side by side; any other can be mixed. */
const PRESETS = [
  '#f5222d',
  '#fa541c',
  '#fa8c16',
  '#fadb14',
  '#52c41a',
  '#13c2c2',
  '#1677ff',
  '#722ed1',
  '#eb2f96',
  '#8c8c8c',
]
const FIRST = '#fa8c16'

/** A colour of its own, or none. */
export function ColourField(props: {
  /** What it is without one. */
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
          showText
          presets={[{ label: t('colour'), colors: PRESETS }]}
          onChangeComplete={(colour) => onChange?.(colour.toHexString().slice(0, 7))}
        />
      )}
    </span>
  )
}
