/** Fields of forms: a label over an input, with its unit and its complaint. */
import { type Child, h } from './dom.ts'

export type Field = {
  box: HTMLElement
  input: HTMLInputElement | HTMLSelectElement
  complain(text: string | undefined): void
}

type FieldOptions = {
  type?: string
  value?: string | number | undefined
  min?: number | undefined
  max?: number | undefined
  step?: number | string
  placeholder?: string
  unit?: string
  class?: string
  required?: boolean
}

let lastId = 0
const newId = () => `f${++lastId}`

function framed(label: string, input: Field['input'], { unit, class: extra }: FieldOptions = {}): Field {
  const id = newId()
  input.id = id
  const complaint = h('span', { class: 'complaint', id: `${id}-said` })
  const row =
    unit === undefined ? input : h('span', { class: 'with-unit' }, input, h('span', { class: 'unit' }, unit))
  const box = h('div', { class: `field ${extra ?? ''}` }, h('label', { for: id }, label), row, complaint)
  return {
    box,
    input,
    complain(text) {
      complaint.textContent = text ?? ''
      if (text === undefined) input.removeAttribute('aria-invalid')
      else input.setAttribute('aria-invalid', 'true')
      if (text === undefined) input.removeAttribute('aria-describedby')
      else input.setAttribute('aria-describedby', complaint.id)
    },
  }
}

export function field(label: string, options: FieldOptions = {}): Field {
  const { type = 'text', value, min, max, step, placeholder, required } = options
  const input = h('input', {
    type,
    min,
    max,
    step,
    placeholder,
    required,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  if (value !== undefined) input.value = String(value)
  return framed(label, input, options)
}

export function choice(
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  options: FieldOptions = {},
): Field {
  const select = h('select', {}, ...choices.map(([value, text]) => h('option', { value }, text)))
  if (options.value !== undefined) select.value = String(options.value)
  return framed(label, select, options)
}

/** A box to tick with its words beside it. */
export function tick(label: string, checked = false): { box: HTMLLabelElement; input: HTMLInputElement } {
  const input = h('input', { type: 'checkbox' })
  input.checked = checked
  return { box: h('label', { class: 'tick' }, input, h('span', {}, label)), input }
}

/** A button; `of`: what its row is called, where every row of a list has one. */
export function button(
  text: string,
  onclick: (event: Event) => void,
  kind = '',
  of?: string,
): HTMLButtonElement {
  const name = of === undefined ? undefined : `${text}: ${of}`
  return h('button', { type: 'button', class: kind, 'aria-label': name, onclick }, text)
}

export function submit(text: string): HTMLButtonElement {
  return h('button', { type: 'submit', class: 'primary' }, text)
}

/** A form that hands over to a function; its page is never left. */
export function form(onsubmit: () => void, ...children: Child[]): HTMLFormElement {
  return h(
    'form',
    {
      novalidate: true,
      onsubmit(event) {
        event.preventDefault()
        onsubmit()
      },
    },
    ...children,
  )
}

/** A part of a section with its heading. */
export function panel(head: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'panel' }, h('h2', {}, head), ...children)
}

export const words = (text: string): string[] =>
  text
    .split(/[,，\s]+/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** A number of an input; undefined when it is empty. */
export function numberOf({ input }: Pick<Field, 'input'>): number | undefined {
  const text = input.value.trim()
  return text === '' ? undefined : Number(text)
}
