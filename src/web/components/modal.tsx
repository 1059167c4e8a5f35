import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export type ModalProps = {
  readonly title: string;
  /** The user closes it by keyboard. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
};

/** A question over the page: nothing else can be used before it is answered, and the focus returns afterwards. */
export function Modal({ title, onClose, children }: ModalProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    const onClosed = (): void => {
      latest.current();
    };
    element?.addEventListener('close', onClosed);
    element?.showModal();
    return () => {
      element?.removeEventListener('close', onClosed);
      element?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} class="card modal" aria-labelledby="modal-title">
      <h2 id="modal-title">{title}</h2>
      {children}
    </dialog>
  );
}
