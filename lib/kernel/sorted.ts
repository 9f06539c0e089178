/** The index of the first of rising numbers that is `value` or above; their number when there is none. */
export function lowerBound(numbers: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first of rising whole numbers that is above `value`; their number when there is none. */
export function upperBound(numbers: ArrayLike<number>, value: number): number {
  return lowerBound(numbers, value + 1);
}
