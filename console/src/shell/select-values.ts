/**
 * Makes the value that antd's Select and TreeSelect show beside their input the description of that input while it has
 * the focus: a screen reader would only read its name. Returns the function that ends this.
 */
export function describeSelects(root: Document): () => void {
  const observer = new MutationObserver(() => describe())
  let describe = () => {}
  const onFocus = ({ target }: FocusEvent) => {
    observer.disconnect()
    if (!(target instanceof HTMLInputElement) || target.getAttribute('role') !== 'combobox') return
    // The input of an AutoComplete has the shown text as its value.
    const select = target.closest('.ant-select:not(.ant-select-auto-complete)')
    if (!select) return
    describe = () => target.setAttribute('aria-description', shownIn(select))
    describe()
    observer.observe(select, { childList: true, characterData: true, subtree: true })
  }
  root.addEventListener('focusin', onFocus)
  return () => {
    observer.disconnect()
    root.removeEventListener('focusin', onFocus)
  }
}

/** The value, the values with commas between them, or the placeholder. */
function shownIn(select: Element): string {
  const many = [...select.querySelectorAll('.ant-select-selection-item-content')]
  const shown = many.length > 0 ? many : [...select.querySelectorAll('.ant-select-content')]
  return shown.map(({ textContent }) => textContent).join(', ')
}
