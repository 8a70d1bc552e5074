/** Structural similarity (SSIM, Wang et al. 2004) of two luma planes: the mean over blocks of 8×8, constants as there. */
const BLOCK = 8
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

export function similarity(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  let sum = 0
  let blocks = 0
  for (let y = 0; y + BLOCK <= height; y += BLOCK) {
    for (let x = 0; x + BLOCK <= width; x += BLOCK) {
      sum += ofBlock(a, b, width, y * width + x)
      blocks++
    }
  }
  return sum / blocks
}

function ofBlock(a: Uint8Array, b: Uint8Array, width: number, from: number): number {
  const n = BLOCK * BLOCK
  let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0]
  for (let y = 0; y < BLOCK; y++) {
    for (let x = 0; x < BLOCK; x++) {
      const p = a[from + y * width + x]!
      const q = b[from + y * width + x]!
      sa += p
      sb += q
      saa += p * p
      sbb += q * q
      sab += p * q
    }
  }
  const [ma, mb] = [sa / n, sb / n]
  const [va, vb, cov] = [saa / n - ma * ma, sbb / n - mb * mb, sab / n - ma * mb]
  return ((2 * ma * mb + C1) * (2 * cov + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2))
}
