/** The name of the element that a code editor lives in. */
export const codeHost = 'quire-code';

/**
 * An element with a shadow root, whose style sheets are made by scripts: the page needs no exception from its content security
 * policy. A label can belong to it, as to an input, and gives it the focus.
 */
class CodeHost extends HTMLElement {
  static readonly formAssociated = true;

  constructor() {
    super();
    this.attachShadow({ mode: 'open', delegatesFocus: true });
    // A click on the label is one on this element.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this) this.focus();
    });
  }
}

customElements.define(codeHost, CodeHost);
