/** Elements without a framework: made, filled, kept in step with lists. Nothing here takes HTML as text. */

export type Child = Node | string | number | null | undefined | false
type Handler = (event: Event) => void
export type Props = Record<string, string | number | boolean | null | undefined | Handler>

/** An element with its attributes, listeners (`onclick`) and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (name === 'value') (element as unknown as HTMLInputElement).value = String(value)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  fill(element, ...children)
  return element
}

/** Replaces what is in an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(
    ...children.filter(isThere).map((child) => (child instanceof Node ? child : String(child))),
  )
}

const isThere = (child: Child): child is Node | string | number =>
  child !== null && child !== undefined && child !== false

/** Sets a text only when it is another one: what stands still is not touched. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

export type Row<Item> = { element: HTMLElement; update(item: Item): void }

/** Keeps children in step with a list: those that stay are updated, so that focus and selection stay too. */
export function keyed<Item>(
  parent: HTMLElement,
  key: (item: Item) => string,
  make: (item: Item) => Row<Item>,
): (list: readonly Item[]) => void {
  const rows = new Map<string, Row<Item>>()
  return (list) => {
    const wanted = new Set(list.map(key))
    for (const [id, row] of rows) {
      if (wanted.has(id)) continue
      row.element.remove()
      rows.delete(id)
    }
    let before: Element | null = null
    for (const item of list) {
      const id = key(item)
      let row = rows.get(id)
      if (!row) {
        row = make(item)
        rows.set(id, row)
      }
      row.update(item)
      const next: Element | null = before ? before.nextElementSibling : parent.firstElementChild
      if (next !== row.element) parent.insertBefore(row.element, next)
      before = row.element
    }
  }
}

/** A row of cells whose texts change. */
export function textRow<Item>(
  cells: readonly ((item: Item) => string | Child[])[],
  classes: readonly string[] = [],
): Row<Item> {
  const elements = cells.map((_, i) => h('td', classes[i] ? { class: classes[i] } : {}))
  return {
    element: h('tr', {}, ...elements),
    update(item) {
      cells.forEach((cell, i) => {
        const made = cell(item)
        if (typeof made === 'string') setText(elements[i]!, made)
        else fill(elements[i]!, ...made)
      })
    },
  }
}

/** A table in a box that scrolls and can be reached by keyboard. */
export function table(
  label: string,
  heads: readonly string[],
): { box: HTMLElement; body: HTMLTableSectionElement } {
  const body = h('tbody')
  const head = h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text))))
  const box = h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', { 'aria-label': label }, head, body),
  )
  return { box, body }
}
