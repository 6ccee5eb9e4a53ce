"""What runs in a worker process (`python -m ruche.server.worker KIND`), and only there."""
