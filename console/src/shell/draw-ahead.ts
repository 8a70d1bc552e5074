/** The weights that texts of the console have. */
const WEIGHTS = ['400', '600']

/**
 * Draws texts out of sight, so that the browser fetches the pieces of a font that it would need for them, and no others: a
 * machine with a Chinese font of its own fetches none. Resolves when they are there.
 */
export async function drawAhead(texts: readonly string[]): Promise<void> {
  const signs = [...new Set(texts.join(''))].join('')
  const box = document.createElement('div')
  box.ariaHidden = 'true'
  box.style.cssText = 'position: fixed; visibility: hidden; pointer-events: none; inset: 0 auto auto 0'
  for (const weight of WEIGHTS) {
    const line = document.createElement('div')
    line.style.fontWeight = weight
    line.textContent = signs
    box.append(line)
  }
  document.body.append(box)
  try {
    // Laid out now: only then are missing parts known.
    box.getBoundingClientRect()
    await document.fonts.ready
  } finally {
    box.remove()
  }
}
