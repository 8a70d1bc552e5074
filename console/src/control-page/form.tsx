import { createContext, type FormEvent, type ReactNode, use, useId, useState } from 'react'
import { attempt, Refused } from './api.ts'

const listOf = (text: string) => text.split(/[,，\s]+/).filter((word) => word !== '')

/** How the text of a field is read, besides as it is and as a number. */
const READ = {
  /** Several, with commas or spaces between them. */
  list: listOf,
  numbers: (text: string) => listOf(text).map(Number),
  json: (text: string): unknown => JSON.parse(text),
}

export type FieldProps = {
  label: string
  /** Path of its value in the form's data: 'target.paths'. */
  name?: string
  as?: 'number' | keyof typeof READ
  type?: string
  choices?: readonly (readonly [value: string, text: string])[]
  defaultValue?: string | number | undefined
  value?: string
  onChange?(value: string): void
  onLeave?(): void
  min?: number | undefined
  max?: number | undefined
  step?: number | 'any'
  /** Factor applied to the number before it is sent. */
  scale?: number
  /** Sent as 0 when it is empty; other empty fields are not sent. */
  isRequired?: boolean
  placeholder?: string | undefined
  unit?: string | undefined
  title?: string | undefined
  kind?: string
  /** Neither shown nor sent. */
  isHidden?: boolean
}

type Values = Record<string, unknown>
type FormState = { refused: Refused | undefined; isBusy: boolean }
const FormContext = createContext<FormState>({ refused: undefined, isBusy: false })

/**
 * A form that sends its values and reports the result; a refusal is shown at its field. `within`: path of its values in
 * the call ('faults.0.').
 */
export function Form(props: {
  send(values: Values): Promise<unknown>
  within?: string
  children: ReactNode
}) {
  const { send, within = '', children } = props
  const [state, setState] = useState<FormState>({ refused: undefined, isBusy: false })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    let refused: Refused | undefined
    setState({ refused, isBusy: true })
    await attempt(
      () => send(valuesOf(form)),
      ({ message, field }) => {
        refused = new Refused(message, field?.replace(within, ''))
      },
    )
    setState({ refused, isBusy: false })
  }
  return (
    <FormContext value={state}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        {children}
      </form>
    </FormContext>
  )
}

/** A label over an input, with its unit and the platform's complaint. */
export function Field(props: FieldProps) {
  const { label, name = '', as, choices, value, defaultValue, onChange, onLeave } = props
  const { min, max, step = 'any', scale, isRequired, placeholder, unit, title, kind = '', isHidden } = props
  const { type = as === 'number' ? 'number' : 'text' } = props
  const { refused } = use(FormContext)
  const id = useId()
  const complaint = isAbout(refused?.field, name) ? refused?.message : undefined
  const shared = {
    id,
    name,
    disabled: isHidden,
    value,
    defaultValue,
    onChange: onChange && (({ target }: { target: { value: string } }) => onChange(target.value)),
    onBlur: onLeave,
    'data-as': as,
    'data-scale': scale,
    'aria-invalid': complaint === undefined ? undefined : true,
    'aria-describedby': complaint === undefined ? undefined : `${id}-said`,
  }
  return (
    <div className={`field ${kind}`} title={title} hidden={isHidden}>
      <label htmlFor={id}>{label}</label>
      <span className="with-unit">
        {choices ? (
          <select {...shared}>
            {choices.map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...shared}
            type={type}
            {...(type === 'number' || type === 'range' ? { min, max, step } : {})}
            placeholder={placeholder}
            required={isRequired}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {unit && <span className="unit">{unit}</span>}
      </span>
      <span className="complaint" id={`${id}-said`}>
        {complaint}
      </span>
    </div>
  )
}

/** A box to tick with its words beside it. */
export function Tick(props: {
  label: string
  name?: string
  title?: string | undefined
  isTicked?: boolean
  onChange?(isTicked: boolean): void
  isDisabled?: boolean
  defaultTicked?: boolean
}) {
  const { label, name, title, isTicked, onChange, isDisabled, defaultTicked } = props
  return (
    <label className="tick" title={title}>
      <input
        type="checkbox"
        name={name}
        checked={isTicked}
        defaultChecked={defaultTicked}
        onChange={onChange && (({ target }) => onChange(target.checked))}
        disabled={isDisabled}
      />
      <span>{label}</span>
    </label>
  )
}

/** Sends its form. `busy`: its label, while it takes no press, until the platform has answered. */
export function Submit({ children, busy }: { children: string; busy?: string }) {
  const isWaiting = use(FormContext).isBusy && busy !== undefined
  return (
    <button type="submit" className="primary" disabled={isWaiting}>
      {isWaiting ? busy : children}
    </button>
  )
}

/** Whether a refusal is about a field or something in it. */
const isAbout = (path: string | undefined, name: string) => name !== '' && `${path}.`.startsWith(`${name}.`)

function valuesOf(form: HTMLFormElement): Values {
  const values: Values = {}
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue
    if (element.name === '' || element.disabled) continue
    const value = readField(element)
    if (value === undefined) continue
    const [name = '', inner] = element.name.split('.')
    values[name] = inner === undefined ? value : Object.assign({}, values[name], { [inner]: value })
  }
  return values
}

function readField(element: HTMLInputElement | HTMLSelectElement): unknown {
  if (element.type === 'checkbox' && 'checked' in element) return element.checked
  const { as = 'text' } = element.dataset
  const scale = Number(element.dataset['scale'] ?? 1)
  const text = element.value.trim()
  if (text === '' && !(as === 'number' && element.required)) return undefined
  // Whole milliseconds, though 1.1 h are not.
  if (as === 'number') return scale > 1 ? Math.round(Number(text) * scale) : Number(text) * scale
  try {
    return isReading(as) ? READ[as](text) : text
  } catch (error) {
    throw new Refused(String(error), element.name)
  }
}

const isReading = (name: string): name is keyof typeof READ => name in READ
