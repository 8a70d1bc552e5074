/**
 * Shaders of the stage. All places are plane metres; `uView` turns them into pixels: x and y of the offset, scale, and
 * the unit of sizes (1 on a stage 1080 pixels high). Colours leave premultiplied.
 */

const PIXELS = `#version 300 es
precision highp float;
uniform vec4 uView;
uniform vec2 uStage;
uniform vec2 uClock;
in vec2 aCorner;

vec2 pixelsOf(vec2 place) {
  return place * uView.z + uView.xy;
}

vec4 clipOf(vec2 pixels) {
  return vec4(pixels.x / uStage.x * 2.0 - 1.0, 1.0 - pixels.y / uStage.y * 2.0, 0.0, 1.0);
}
`

/** A piece of a trail: bright when it was driven just now, gone after the life of a trail; slow is amber. */
export const TRAIL_VERTEX = `${PIXELS}
in vec2 aFrom;
in vec2 aTo;
in vec2 aDriven;
out vec4 vColour;
out float vSide;

const vec3 SLOW = vec3(0.93, 0.58, 0.20);
const vec3 USUAL = vec3(0.13, 0.62, 0.72);
const vec3 FAST = vec3(0.42, 0.74, 1.0);

void main() {
  float age = (uClock.x - aDriven.x) / uClock.y;
  vec2 from = pixelsOf(aFrom);
  vec2 to = pixelsOf(aTo);
  vec2 along = normalize(to - from + vec2(1e-4, 0.0));
  vec2 pixels = mix(from, to, aCorner.x) + vec2(-along.y, along.x) * aCorner.y * 1.8 * uView.w;
  vec3 colour = mix(mix(SLOW, USUAL, smoothstep(8.0, 28.0, aDriven.y)), FAST, smoothstep(30.0, 65.0, aDriven.y));
  float left = clamp(1.0 - age, 0.0, 1.0);
  float light = 0.36 * left + 0.5 * pow(left, 14.0);
  vColour = vec4(colour * light, 0.0);
  vSide = aCorner.y;
  gl_Position = age > 1.0 || age < -1.0 ? vec4(2.0, 2.0, 0.0, 1.0) : clipOf(pixels);
}
`

export const TRAIL_FRAGMENT = `#version 300 es
precision highp float;
in vec4 vColour;
in float vSide;
out vec4 finalColour;

void main() {
  finalColour = vColour * (1.0 - vSide * vSide);
}
`

/** Marks: 0 disc, 1 ring, 2 diamond, 3 triangle, 4 a light with a glow, 5 a dot in a ring. */
export const MARK_VERTEX = `${PIXELS}
in vec2 aPlace;
in vec2 aLook;
in vec4 aColour;
out vec2 vAt;
out vec4 vColour;
out float vShape;
out float vEdge;

void main() {
  float size = aLook.x * uView.w;
  vAt = aCorner;
  vColour = aColour;
  vShape = aLook.y;
  vEdge = 1.6 / max(size, 1.0);
  gl_Position = clipOf(pixelsOf(aPlace) + aCorner * size);
}
`

export const MARK_FRAGMENT = `#version 300 es
precision highp float;
in vec2 vAt;
in vec4 vColour;
in float vShape;
in float vEdge;
out vec4 finalColour;

void main() {
  float far = length(vAt);
  float cover;
  if (vShape < 0.5) cover = 1.0 - smoothstep(1.0 - vEdge, 1.0, far);
  else if (vShape < 1.5) cover = smoothstep(0.52 - vEdge, 0.52, far) * (1.0 - smoothstep(1.0 - vEdge, 1.0, far));
  else if (vShape < 2.5) cover = 1.0 - smoothstep(1.0 - vEdge * 1.4, 1.0, abs(vAt.x) + abs(vAt.y));
  else if (vShape < 3.5) {
    float outside = max(abs(vAt.x) * 1.9 - (vAt.y + 1.0), vAt.y - 0.75);
    cover = 1.0 - smoothstep(-vEdge, 0.0, outside);
  } else if (vShape > 4.5) {
    float ring = smoothstep(0.78 - vEdge, 0.78, far) * (1.0 - smoothstep(1.0 - vEdge, 1.0, far));
    cover = ring + 1.0 - smoothstep(0.46 - vEdge, 0.46, far);
  } else cover = (1.0 - smoothstep(0.22, 0.34, far)) + 0.34 * pow(max(0.0, 1.0 - far), 2.2);
  float alpha = vColour.a * clamp(cover, 0.0, 1.0);
  finalColour = vec4(vColour.rgb * alpha, vShape > 3.5 && vShape < 4.5 ? alpha * 0.6 : alpha);
}
`

/** Rings that run outwards from an alarm; they end with it. */
export const RIPPLE_VERTEX = `${PIXELS}
in vec2 aPlace;
in vec2 aLook;
in vec4 aColour;
out vec2 vAt;
out vec4 vColour;
out float vAge;

void main() {
  vAt = aCorner;
  vColour = aColour;
  vAge = uClock.x - aLook.y;
  gl_Position = clipOf(pixelsOf(aPlace) + aCorner * aLook.x * uView.w);
}
`

export const RIPPLE_FRAGMENT = `#version 300 es
precision highp float;
in vec2 vAt;
in vec4 vColour;
in float vAge;
out vec4 finalColour;

void main() {
  float far = length(vAt);
  float light = 0.0;
  for (int i = 0; i < 2; i++) {
    float phase = fract(vAge * 0.38 + float(i) * 0.5);
    if (vAge * 0.38 + float(i) * 0.5 < 0.5 * float(i)) continue;
    float ring = 1.0 - smoothstep(0.0, 0.045, abs(far - phase * 0.95));
    light += ring * (1.0 - phase) * (1.0 - phase);
  }
  light += 0.22 * pow(max(0.0, 1.0 - far * 2.6), 2.0);
  float fade = 1.0 - smoothstep(24.0, 30.0, vAge);
  float alpha = vColour.a * clamp(light, 0.0, 1.0) * fade;
  finalColour = vec4(vColour.rgb * alpha, alpha * 0.5);
}
`
