from typing import Any
def validate(states: Any) -> None:
    pass
