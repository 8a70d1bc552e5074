/** The picture that a video shows now, as JPEG. Rejects when there is none. */
export async function pictureOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d')
  if (!context || canvas.width === 0) throw new Error('snapshot: no picture yet')
  context.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('snapshot: the picture could not be encoded'))),
      'image/jpeg',
      0.92,
    )
  })
}

/** Hands a file to the browser's downloads; answers the name that it has there. */
export function saveFile(blob: Blob, name: string): string {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name.replace(/[\\/:*?"<>|\s]+/g, '_')
  link.click()
  // The download has taken its own hold of the data by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return link.download
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random string of letters and digits (the `seq` of a manual snapshot has 20). */
export function randomSeq(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')
}
