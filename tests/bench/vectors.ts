import { normalFrom, randomFrom } from "./statistics";

const LATENT = 32;
const WITHIN_SUBJECT = 0.7;
const NOISE = 0.02;

/**
 * Synthetic unit vectors in place of a model's: each is its subject's centre with a spread around it in 32 dimensions,
 * turned into `dimensions` by a fixed random matrix, with a little noise. Uniform random vectors would be all equally
 * far apart, which no text is and which defeats every index.
 */
export function vectorMaker(
  dimensions: number,
  seed: number,
): (subject: number, spread?: number) => Float32Array {
  // One generator of the space for everybody, one of the draws for each seed.
  const space = randomFrom(21);
  const matrix = Array.from({ length: LATENT }, () =>
    Array.from({ length: dimensions }, () => normalFrom(space)),
  );
  const centres = new Map<number, number[]>();
  const random = randomFrom(seed);
  return (subject, spread = WITHIN_SUBJECT) => {
    const centre = centres.get(subject) ?? centreOf(subject);
    centres.set(subject, centre);
    const latent = centre.map((value) => value + spread * normalFrom(random));
    const vector = new Float32Array(dimensions);
    for (const [row, weight] of latent.entries())
      for (const [column, factor] of (matrix[row] ?? []).entries())
        vector[column] = (vector[column] ?? 0) + weight * factor;
    const scale = Math.sqrt(LATENT);
    for (let column = 0; column < dimensions; column++)
      vector[column] = (vector[column] ?? 0) / scale + NOISE * normalFrom(random);
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
}

function centreOf(subject: number): number[] {
  const random = randomFrom(10_000 + subject);
  return Array.from({ length: LATENT }, () => normalFrom(random));
}
