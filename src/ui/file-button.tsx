import { useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export type FileButtonProps = Omit<ButtonProps, 'onClick'> & {
  /** File name extensions and media types, as of an input's `accept`. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** A button by which the user chooses a file. */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        hidden
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
