/**
 * Calls a function once for each object, by identity: what is made of it, such as a React component, stays the same.
 * @returns the function; forgets an object that nothing else holds
 */
export function memoizeByObject<Input extends WeakKey, Output>(
  make: (input: Input) => Output,
): (input: Input) => Output {
  const made = new WeakMap<Input, { readonly output: Output }>()
  return (input) => {
    const stored = made.get(input) ?? { output: make(input) }
    made.set(input, stored)
    return stored.output
  }
}
