/** On either side of 0. */
const STEPS = 127;

/** Weights as whole numbers of one byte, so many steps from 0, the largest weight at the end of the scale. */
export function quantized(weights: readonly number[] | Float32Array): { step: number; steps: Int8Array } {
  let greatest = 0;
  for (const weight of weights) greatest = Math.max(greatest, Math.abs(weight));
  return {
    step: greatest / STEPS,
    steps: Int8Array.from(weights, (weight) => Math.round((weight / greatest) * STEPS)),
  };
}
