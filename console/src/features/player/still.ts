/**
 * Puts the picture that a video shows now on a canvas over it, so that the place does not go black while the next player
 * starts (another stream of the same channel, a new attempt). Nothing happens without a picture.
 */
export function keepStill(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  if (video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  canvas.hidden = false
}
